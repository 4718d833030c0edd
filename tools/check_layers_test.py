#!/usr/bin/env python3
"""Plants each kind of violation in a small tree and demands that check_layers.py finds it, and nothing else."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no __pycache__ in the tree
from check_layers import CROWDED_FOLDER, LONG_FILE, check_tree

TOP = "// Purpose.\n"
CLEAN = {
    "include/kindred/values.h": TOP + "#include <string>\n",
    "include/kindred/kindred.h": TOP + '#include "kindred/values.h"\n',
    "include/kindred/options.h": TOP + 'inline const char* kDefault = "fingerprints";\n',
    "src/base/file.h": TOP + '#include "kindred/error.h"\n',
    "src/mark/methods/chunks.cc": TOP + '#include "base/file.h"\nnamespace kindred::mark {\nconst char* kName = "chunks";\n',
    "src/mark/methods/chunks_test.cc": TOP + '#include "mark/methods/chunks.h"\n#include "tests/trees.h"\n',
    "src/index/catalog.cc": TOP + '#include <sqlite3.h>\n#include "model/entry.h"\n',
    "src/match/pairs/pairs.cc": TOP + '#include "index/segment/segment.h"\n// as "chunks" does; std::cout is far away\n',
    "src/match/pairs_test.cc": TOP + 'auto m = "chunks";\nvoid Die() { _exit(1); }\n',
    "src/jobs/find/find.cc": TOP + '#include "jobs/match/corpus.h"\n#include "jobs/scan/scan.h"\n#include "mark/method/method.h"\n',
    "src/api/index.cc": TOP + '#include "kindred/kindred.h"\n#include "jobs/find/find.h"\n',
    "apps/cli/main.cc": TOP + '#include "kindred/kindred.h"\n#include "apps/cli/flags.h"\n',
    "tests/oracle/oracle.cc": TOP + '#include "mark/method/method.h"\n#include "kindred/kindred.h"\n',
    "test": "#!/bin/bash\n# Purpose.\n",
    "tools/x.py": '#!/usr/bin/env python3\n"""Purpose."""\n',
}


class CheckLayersTest(unittest.TestCase):
    def check(self, planted=None):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {**CLEAN, **(planted or {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_tree(root)

    def expect_error(self, name, text, reason):
        errors, _, _ = self.check({name: text})
        self.assertEqual(len(errors), 1, errors)
        self.assertTrue(errors[0].startswith(name), errors)
        self.assertIn(reason, errors[0])

    def test_clean_tree_passes(self):
        errors, warnings, count = self.check()
        self.assertEqual((errors, warnings), ([], []))
        self.assertEqual(count, len(CLEAN))

    def test_a_room_has_its_namespace(self):
        self.expect_error("src/mark/x.h", TOP + "namespace kindred {\n", "room mark is kindred::mark")
        self.expect_error("src/match/pairs/x.h", TOP + "namespace kindred::pairs {\n", "room match is kindred::match")
        self.expect_error("src/model/x.h", TOP + "namespace kindred::model {\n", "is vocabulary")
        self.expect_error("include/kindred/x.h", TOP + "namespace kindred {\n", "kindred::inline v0")

    def test_worker_programs_may_use_extract_only(self):
        errors, _, _ = self.check({"apps/extract/main.cc": TOP + '#include "extract/worker/serve.h"\n'})
        self.assertEqual(errors, [])
        self.expect_error("apps/extract/x.cc", TOP + '#include "api/index.h"\n', "include/kindred only")
        self.expect_error("apps/cli/x.cc", TOP + '#include "extract/worker/serve.h"\n', "include/kindred only")

    def test_include_against_the_layers(self):
        for room, other in [("base", "model"), ("model", "walk"), ("walk", "read"), ("index", "mark"),
                            ("match", "mark"), ("report", "index"), ("mark", "jobs")]:
            self.expect_error(f"src/{room}/x.cc", TOP + f'#include "{other}/y.h"\n',
                              f"room {room} may not include room {other}")

    def test_a_job_includes_no_other(self):
        self.expect_error("src/jobs/find/x.cc", TOP + '#include "jobs/template/templates.h"\n',
                          "job find may not include job template")
        self.expect_error("src/jobs/match/x.h", TOP + '#include "jobs/find/findings.h"\n',
                          "job match may not include job find")
        self.expect_error("src/tree/x.cc", TOP + '#include "jobs/scan/scan.h"\n', "room tree may not include room jobs")
        self.expect_error("src/inside/x.cc", TOP + '#include "tree/skips.h"\n', "room inside may not include room tree")

    def test_folders_in_a_cycle(self):
        planted = {
            "src/span/runs/a.h": TOP + '#include "span/shares/b.h"\n',
            "src/span/shares/b.h": TOP + '#include "span/seeds/c.h"\n',
            "src/span/seeds/c.h": TOP + '#include "span/runs/a.h"\n',
        }
        errors, _, _ = self.check(planted)
        self.assertEqual(len(errors), 3, errors)
        self.assertTrue(all("in a cycle" in error for error in errors), errors)
        del planted["src/span/seeds/c.h"]
        self.assertEqual(self.check(planted)[0], [])
        relative = {"apps/cli/flags/a.h": TOP + '#include "terminal/b.h"\n',
                    "apps/cli/terminal/b.h": TOP + '#include "flags/a.h"\n'}
        self.assertEqual(len(self.check(relative)[0]), 2)

    def test_a_crowded_folder(self):
        files = {f"src/span/file{number}.h": TOP for number in range(CROWDED_FOLDER + 1)}
        errors, _, _ = self.check(files)
        self.assertEqual(len(errors), 1, errors)
        self.assertIn("needs folders", errors[0])

    def test_tests_beside_the_source_keep_to_the_layers(self):
        self.expect_error("src/match/x_test.cc", TOP + '#include "mark/method/method.h"\n', "may not include room mark")

    def test_api_header(self):
        self.expect_error("src/report/x.cc", TOP + '#include "kindred/kindred.h"\n', "API header")
        self.expect_error("include/kindred/x.h", TOP + '#include "kindred/kindred.h"\n', "only src/api")
        self.expect_error("include/kindred/x.h", TOP + '#include "model/entry.h"\n', "public API")

    def test_apps_see_the_api_only(self):
        self.expect_error("apps/cli/x.cc", TOP + '#include "index/store/store.h"\n', "include/kindred only")
        self.expect_error("apps/server/x.cc", TOP + "#include <sqlite3.h>\n", "no database")
        self.expect_error("apps/cli/x.cc", TOP + "#include <httplib.h>\n", "apps/server only")
        self.expect_error("apps/server/x.cc", TOP + '#include "cli/run.h"\n', "may not include apps/cli")
        errors, _, _ = self.check({"apps/server/x.cc": TOP + '#include <httplib.h>\n#include "kindred/kindred.h"\n'})
        self.assertEqual(errors, [])

    def test_src_does_not_see_tests_or_apps(self):
        self.expect_error("src/walk/x.cc", TOP + '#include "tests/trees.h"\n', "src may not include")
        self.expect_error("src/jobs/find/x.cc", TOP + '#include "apps/cli/flags.h"\n', "src may not include")

    def test_include_without_room(self):
        self.expect_error("src/base/x.cc", TOP + '#include "file.h"\n', "includes name their room")

    def test_sqlite(self):
        self.expect_error("src/match/x.cc", TOP + "#include <sqlite3.h>\n", "SQLite")
        self.expect_error("src/index/x.cc", TOP + "#include <soci/soci.h>\n", "SOCI")

    def test_method_names(self):
        self.expect_error("src/match/x.cc", TOP + 'if (name == "chunks") {}\n', 'method name "chunks"')
        self.expect_error("src/jobs/find/x.cc", TOP + 'auto m = "fingerprints:rate=64";\n', '"fingerprints"')

    def test_printing_and_exits(self):
        self.expect_error("src/report/x.cc", TOP + "std::cout << 1;\n", "neither prints")
        self.expect_error("src/jobs/find/x.cc", TOP + "std::exit(4);\n", "nor exits")

    def test_names(self):
        self.expect_error("src/base/string_utils.h", TOP, "utils")
        self.expect_error("tests/common/x.cc", TOP, "common")

    def test_opening_comment(self):
        self.expect_error("src/base/x.h", "#pragma once\n// late\n", "open with a comment")
        self.expect_error("tools/y.py", "#!/usr/bin/env python3\nimport os\n", "open with a comment")
        self.expect_error("run", "#!/bin/bash\nset -e\n", "open with a comment")

    def test_unknown_room(self):
        errors, _, _ = self.check({"src/attic/x.h": TOP})
        self.assertEqual(len(errors), 1, errors)
        self.assertIn("src/attic: unknown room", errors[0])

    def test_long_file_is_a_warning(self):
        errors, warnings, _ = self.check({"src/base/x.h": TOP * (LONG_FILE + 1)})
        self.assertEqual(errors, [])
        self.assertEqual(len(warnings), 1)


if __name__ == "__main__":
    unittest.main()
