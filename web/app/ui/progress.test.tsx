import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Progress } from './progress.tsx';

test('work of a known size is a value of a whole, in the bar and in words, and never more than that', () => {
  const markup = renderToStaticMarkup(<Progress label="Reading" done={1} total={3} />);
  expect(markup).toMatch(
    /<progress[^>]*aria-label="Reading"[^>]*value="1"[^>]*max="3"|<progress[^>]*aria-label="Reading"[^>]*max="3"[^>]*value="1"/,
  );
  expect(markup).toContain('Reading 33 %');
  expect(renderToStaticMarkup(<Progress label="Reading" done={9} total={3} />)).toContain('Reading 100 %');
});

test('work of which nobody knows the size has no value, and can be stopped', () => {
  const markup = renderToStaticMarkup(<Progress label="Reading" done={0} total={0} stop={{ label: 'Stop', onStop: () => undefined }} />);
  expect(markup).not.toContain('value=');
  expect(markup).toContain('Reading …');
  expect(markup).toMatch(/<button[^>]*>.*Stop/);
});
