import { Writable } from 'node:stream';
import { lazy, type ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LazySection } from './lazy-section.tsx';

/** What the server sends once everything has settled. */
function settledMarkup(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    let markup = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        markup += String(chunk);
        done();
      },
      final(done) {
        resolve(markup);
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: () => undefined,
    });
  });
}

function sectionOf(body: () => ReactNode) {
  return lazy(async () => ({ default: body }));
}

test('the server sends a lazy section where it stands, with no placeholder and no script', async () => {
  const Long = sectionOf(() => <p>{'A long section. '.repeat(2_000)}</p>);
  const markup = await settledMarkup(
    <LazySection name="long">
      <Long />
    </LazySection>,
  );
  expect(markup).toMatch(/^<div id="long" class="lazy-section"><!--\$--><p>A long section\. /);
  expect(markup).not.toMatch(/Loading|<script|hidden|<!--\$!-->/);
});

test('a section that fails on the server leaves a placeholder that the browser knows, and its neighbours whole', async () => {
  const Whole = sectionOf(() => <p>Whole</p>);
  const Broken = sectionOf(() => {
    throw new Error('broken');
  });
  const markup = await settledMarkup(
    <main>
      <LazySection name="broken">
        <Broken />
      </LazySection>
      <LazySection name="whole">
        <Whole />
      </LazySection>
    </main>,
  );
  expect(markup).toContain('data-section-loading=""');
  expect(markup).toContain('Loading...');
  expect(markup).toContain('<p>Whole</p>');
  // By this the server knows that it must not keep the page.
  expect(markup).toContain('<!--$!-->');
});
