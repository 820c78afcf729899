import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a run and how long it took; parts may run beside each other. */
export type Part = { readonly title: string; readonly seconds: number };

/** What a whole run came to. */
type Outcome = {
  readonly passed: number;
  readonly failed: number;
  readonly flaky: readonly string[];
  readonly seconds: number;
  readonly parts: readonly Part[];
};

/** Writes down in `.test-run.json` what a run came to. */
export type TestRecord = { readonly write: (outcome: Outcome) => void };

/**
 * Notes which commit is tested, and whether files differ from it, before anything else touches the folder. Both are null where
 * there is no repository.
 */
export function beginRecord(root: string): TestRecord {
  const commit = git(root, 'rev-parse', 'HEAD');
  const changes = git(root, 'status', '--porcelain');
  const dirty = changes === null ? null : changes !== '';
  return {
    write: ({ passed, failed, flaky, seconds, parts }) => {
      const record = { commit, dirty, passed, failed, flaky, seconds, parts };
      writeFileSync(join(root, '.test-run.json'), `${JSON.stringify(record, null, 2)}\n`);
    },
  };
}

function git(root: string, ...given: readonly string[]): string | null {
  const asked = spawnSync('git', given, { cwd: root, encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : null;
}
