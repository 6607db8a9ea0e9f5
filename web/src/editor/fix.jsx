export default function Fix() { return null }
