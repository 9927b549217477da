"""Conversions by actors of Ray: python3 ray_actors.py OUT IN...

Each actor keeps one `animconv worker`, so that a conversion costs no start of a process. A process
that was killed is started again and asked again: outputs appear whole or not at all.
"""
import json
import os
import subprocess
import sys

import ray


@ray.remote(max_restarts=3, max_task_retries=3)
class Converter:
    def __init__(self):
        self.process = None

    def convert(self, number, source, output):
        request = json.dumps({"id": number, "input": source, "output": output, "overwrite": True,
                              "settings": {"crf": 23}})
        for _ in range(3):
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    ["animconv", "worker", "--jobs", "1"], text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            try:
                print(request, file=self.process.stdin, flush=True)
                line = self.process.stdout.readline()
            except BrokenPipeError:
                line = ""
            if line.endswith("\n"):
                return json.loads(line)
            self.process.kill()
            self.process.wait()
        return {"id": number, "exit": 74, "report": {"status": "failed"}}


def main():
    out, sources = os.path.abspath(sys.argv[1]), [os.path.abspath(name) for name in sys.argv[2:]]
    os.makedirs(out, exist_ok=True)
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR",
             **({} if "RAY_ADDRESS" in os.environ else {"num_cpus": 2}))
    actors = [Converter.remote() for _ in range(2)]
    tasks = []
    for number, source in enumerate(sources):
        stem = os.path.splitext(os.path.basename(source))[0]
        actor = actors[number % len(actors)]
        tasks.append(actor.convert.remote(number, source, os.path.join(out, stem + ".mp4")))
    answers = ray.get(tasks)
    failed = [(sources[answer["id"]], answer) for answer in answers if answer["exit"]]
    for source, answer in failed:
        print("%s: %s" % (source, json.dumps(answer["report"])), file=sys.stderr)
    print("%d of %d converted" % (len(answers) - len(failed), len(sources)), file=sys.stderr)
    codes = {answer["exit"] for _, answer in failed}
    sys.exit(0 if len(answers) == len(sources) and not failed else 74 if 74 in codes else 1)


if __name__ == "__main__":
    main()
