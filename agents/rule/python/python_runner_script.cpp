#include "agents/rule/python/python_scripts.hpp"

namespace artifactd::extraction {

std::string_view const runner_script = R"python(
import json, linecache, sys, traceback, types

def answer(reply):
    data = json.dumps(reply, ensure_ascii=False, allow_nan=False).encode()
    while data:
        data = data[os.write(3, data):]

class Unfit(Exception):
    """extract() did not return what it promised."""

def said(error):
    try:
        text = str(error)[:2000].encode("utf-8", "backslashreplace").decode()
    except BaseException:
        text = ""
    if isinstance(error, Unfit):
        return text
    kind = type(error).__name__
    text = f"{kind}: {text}" if text else kind
    return f"extractors get the path only; they may not open files ({text})" if opened_a_file(error) else text

def opened_a_file(error):
    try:
        return isinstance(error, OSError) and error.filename is not None
    except BaseException:
        return False

def cure(error, frame):
    if opened_a_file(error):
        return "Take what you need from the path itself: its folders and its name."
    try:
        lines = traceback.format_exception(type(error), error, frame, limit=-8, chain=False)
        text = "".join(each[:400] for each in lines[-12:])
    except BaseException:
        text = ""
    return text.encode("utf-8", "backslashreplace").decode()

def failed(error, name):
    frame = error.__traceback__
    while frame is not None and frame.tb_frame.f_code.co_filename != name:
        frame = frame.tb_next
    line = None
    step = frame
    while step is not None:
        if step.tb_frame.f_code.co_filename == name:
            line = step.tb_lineno
        step = step.tb_next
    if isinstance(error, SyntaxError) and error.filename == name:
        line = error.lineno
    answer({"error": said(error), "line": line, "hint": cure(error, frame)})

def check_keys(value):
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    raise Unfit(f"extract() returned a dict with a key of type {type(key).__name__}, "
                                "keys must be strings")
            waiting.extend(value.values())
        elif isinstance(value, (list, tuple)):
            waiting.extend(value)

def main():
    path, name, source = sys.stdin.buffer.read().split(b"\0", 2)
    path, name, source = os.fsdecode(path), name.decode(), source.decode()
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    module = types.ModuleType("extractor")
    sys.modules["extractor"] = module
    try:
        exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
        record = module.extract(path)
        if not isinstance(record, dict):
            raise Unfit(f"extract() returned {type(record).__name__}, expected dict")
        # Finds cycles and values that are not JSON; without this check the walk over the keys might not end.
        json.dumps(record, ensure_ascii=False, allow_nan=False).encode()
        check_keys(record)
    except BaseException as error:
        failed(error, name)
    else:
        answer({"record": record})

main()
)python";

} // namespace artifactd::extraction
