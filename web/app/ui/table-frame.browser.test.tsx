import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../testing/open-page.tsx';
import { eventually, seen } from '../testing/steps.ts';
import { TableFrame } from './table-frame.tsx';

const open = (rows: number) =>
  openPage('/', [
    {
      path: '/',
      element: (
        <main>
          <TableFrame label="Rows">
            <table className="w-full">
              <thead>
                <tr>
                  <th scope="col">Column</th>
                </tr>
              </thead>
              <tbody>
                {Array.from({ length: rows }, (_, at) => `Row ${at}`).map((name) => (
                  <tr key={name}>
                    <td>{name}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </main>
      ),
    },
  ]);
const frame = () => page.getByRole('region', { name: 'Rows' }).element();

test('the head of a table that is longer than the window stays in sight to its last row', async () => {
  await open(200);
  await seen(page.getByText('Row 0', { exact: true }));
  expect(frame().getBoundingClientRect().height).toBeLessThan(window.innerHeight);
  frame().scrollTo(0, frame().scrollHeight);
  await eventually(() => {
    const head = page.getByRole('columnheader', { name: 'Column' }).element().getBoundingClientRect();
    expect(Math.round(head.top - frame().getBoundingClientRect().top)).toBe(0);
  });
  await seen(page.getByText('Row 199', { exact: true }));
});

test('a short table is as high as its rows, and scrolls nothing', async () => {
  await open(3);
  await seen(page.getByText('Row 2', { exact: true }));
  expect(frame().scrollHeight).toBe(frame().clientHeight);
});
