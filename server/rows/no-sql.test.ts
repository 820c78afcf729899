import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What holds a connection of its own by its nature: commands, backups, what opens the database, and the one way of `ServerRows` by SQL. */
const mayHold = /^server\/(commands|backups|database|doctor)\/|^server\/rows\/sql-rows\.ts$|\.test\.ts$|\/test-[^/]+$/;

/** What runs with the embedded backend alone: its mails, its measures, and the account that is made in one transaction with the ownership. */
const embeddedOnly = ['server/mail/outbox.ts', 'server/metrics/metrics.ts', 'server/owner/create-owner.ts'];

test('the server reaches its rows through ServerRows, and sends no SQL beside', () => {
  const sending = globSync(['server/**/*.ts', 'tools/*/server/**/*.ts'], { cwd: root })
    .filter((path) => !mayHold.test(path))
    .filter((path) => /\.query\s*[(<]|\binTransaction\(/.test(readFileSync(join(root, path), 'utf8')));
  expect(sending.sort()).toEqual([...embeddedOnly]);
});
