import { expect, test } from 'vitest';
import { expandHistory } from './expand-line.ts';

const history = ['projects', 'cat about.md', 'projects | count'];

test.each([
  ['!!', 'projects | count'],
  ['!! | json', 'projects | count | json'],
  ['!1', 'projects'],
  ['!-2', 'cat about.md'],
  ['!cat', 'cat about.md'],
  ['!proj | head 1', 'projects | count | head 1'],
  ['echo "!!"', 'echo "projects | count"'],
  ["echo '!!'", "echo '!!'"],
  ['echo \\!!', 'echo \\!!'],
  ['where year != 3', 'where year != 3'],
  ['where year !=3', 'where year !=3'],
  ['hello!', 'hello!'],
])('%s becomes %s, as in bash', (line, expanded) => {
  expect(expandHistory(line, history)).toEqual({ ok: true, value: expanded });
});

test.each(['!9', '!-9', '!0', '!nothing'])('%s, which nothing answers to, is refused', (line) => {
  expect(expandHistory(line, history).ok).toBe(false);
});
