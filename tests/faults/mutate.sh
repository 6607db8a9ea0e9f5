# mutate.sh ROOT PATCH TARGET FILE...: copies the named sources from ROOT to TARGET and patches them there. No fuzz: a
# patch that does not apply exactly does not mean what it meant any more.
set -eu
root=$1 patch=$2 target=$3
shift 3
for file; do
  mkdir -p "$target/$(dirname "$file")"
  cp "$root/$file" "$target/$file"
done
patch --quiet --forward --fuzz=0 --no-backup-if-mismatch --directory="$target" --strip=1 <"$patch"
