import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import { exportCsv, exportJsonLines } from './log-export.ts';

const now = new Date(2026, 10, 21, 9).getTime();
const secondLine = (description: string) => exportCsv([entryOfTest({ description })], now).text.split('\r\n')[1];

test('the file is named by its date and has the six columns', () => {
  const file = exportCsv([entryOfTest()], now);
  expect(file.name).toBe('activity-logs-2026-11-21.csv');
  expect(file.text).toBe(
    'Timestamp,Type,Description,Success,IP Address,User Agent\r\n2026-11-21T12:00:10.000Z,app_activity,Opened notes,true,192.0.2.1,curl/8.1\r\n',
  );
});

test('a formula in a cell is text to a spreadsheet', () => {
  expect(secondLine('  =1+1')).toContain(`,"'  =1+1",`);
});

test('a User-Agent with a semicolon cannot put a formula into the log’s CSV', () => {
  const { text } = exportCsv([entryOfTest({ userAgent: "Mozilla/5.0;=cmd|' /C calc'!A0;x" })], now);
  expect(text).toContain(`,"Mozilla/5.0;'=cmd|' /C calc'!A0;x"\r\n`);
  for (const cell of text.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
});

test('JSON Lines are the rows as they came, one a line, also the unreadable ones', () => {
  const file = exportJsonLines([entryOfTest({ raw: { id: 1, text: 'a\nb' } }), entryOfTest({ kind: 'unreadable', raw: null })], now);
  expect(file.name).toBe('activity-logs-2026-11-21.jsonl');
  expect(
    file.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ id: 1, text: 'a\nb' }, null]);
});
