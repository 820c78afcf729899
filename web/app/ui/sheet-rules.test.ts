import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

/** What lies over a page. The journey of `tests/e2e/touch.spec.ts` opens one of each kind by touch and closes it by a touch beside it. */
const kinds = {
  'web/app/ui/dialog.tsx': 'every dialog',
  'web/app/ui/hooks/use-popup.ts': 'every menu, and what a line of state says',
  'web/app/surfaces/command-palette/palette-dialog.tsx': 'the palette',
  'web/app/surfaces/dashboard/bell/bell.tsx': 'the bell',
  'web/app/surfaces/desktop/start-menu.tsx': 'the start menu of the desktop, closed by a touch on the desktop',
  'web/app/domains/engagements/run-question.tsx': 'a question that stands in the page and covers nothing',
  'web/app/ui/toast/toast-region.tsx': 'messages, which cover nothing and close by themselves',
};

/** What a file says that makes such a sheet: the element, the browser's call, or a role that says it is one. */
const makesSheet = /<dialog\b|\.showModal\(|\.showPopover\(|popover=|<[a-z]+\s[^<]*role="(?:alert)?dialog"|\('pointerdown', closeOutside/;

test('nothing lies over a page but the kinds of sheet that are known to close by touch', () => {
  const files = globSync(['web/app/**/*.{ts,tsx}', 'tools/**/*.{ts,tsx}'], { cwd: root }).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(500);
  const makers = files.filter((file) => makesSheet.test(readFileSync(join(root, file), 'utf8'))).map((file) => file.replaceAll('\\', '/'));
  expect(makers.toSorted()).toEqual(Object.keys(kinds).toSorted());
});
