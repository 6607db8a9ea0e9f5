"""The rooms of the code base: folders that are libraries, and which rooms each may include.

CMakeLists.txt says so in its room() lines. ARCHITECTURE.md repeats them in a table, with what belongs in each room.
"""

import re

ROOM = re.compile(r"^room\((\S+)([^)]*)\)", re.M)
ROW = re.compile(r"^\| `([a-z]+(?:/[a-z]+)?)` \|[^|]*\|([^|]*)\|$")


def direct_links(cmake):
    """Each room with the rooms its room() line names, both as folders."""
    lines = {folder: links.split() for folder, links in ROOM.findall(cmake)}
    folder_of = {folder.replace("/", "_"): folder for folder in lines}
    return {folder: {folder_of[link] for link in links if link in folder_of} for folder, links in lines.items()}


def includable(links):
    """Each room with all rooms it may include: those it is linked with, directly or through them."""
    found = {}

    def below(room):
        if room not in found:
            found[room] = set()
            for link in links[room]:
                found[room] |= {link} | below(link)
        return found[room]

    for room in links:
        below(room)
    return found


def room_of(path, rooms):
    """The room a file is in; None outside of all rooms."""
    parts = path.split("/")
    for folder in ("/".join(parts[:2]), parts[0]):
        if folder in rooms and folder != path:
            return folder
    return None


def table_mistakes(links, architecture):
    """Lines of ARCHITECTURE.md whose row differs from CMakeLists.txt, and rooms without a row."""
    seen = set()
    for number, line in enumerate(architecture.split("\n"), 1):
        row = ROW.match(line)
        if not row or row[1] not in links:
            continue
        seen.add(row[1])
        told = set(re.findall(r"`([^`]+)`", row[2]))
        if told != links[row[1]]:
            yield number, f"{row[1]} is linked with {', '.join(sorted(links[row[1]])) or 'nothing'}"
    for room in sorted(set(links) - seen):
        yield 1, f"{room} has no row"
