import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MetricPair, MetricsInState } from './app-metrics.tsx';

const retry = async () => undefined;
const textOf = (node: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

test('a card without figures says why, and never shows a number', () => {
  for (const status of ['loading', 'locked', 'failed'] as const) {
    const text = textOf(<MetricsInState state={{ status }} onRetry={retry} />);
    expect(text).toMatch({ loading: /Loading/, locked: /Locked/, failed: /does not answer.*Try again/ }[status]);
    expect(text).not.toMatch(/\d/);
  }
});

test('sealed figures keep their names while the vault is closed, each a dash that says why', () => {
  expect(textOf(<MetricsInState state={{ status: 'locked' }} labels={['Notes', 'Edited in 7 days']} onRetry={retry} />)).toBe(
    '|Notes|vault locked|–|Edited in 7 days|vault locked|–|',
  );
});

test('a figure that cannot be had is a dash with what is missing, and old figures say that they are', () => {
  expect(
    textOf(
      <MetricPair
        metrics={[
          { label: 'Answer', missing: 'not checked yet' },
          { label: 'Open', value: '3' },
        ]}
      />,
    ),
  ).toBe('|Answer|not checked yet|–|Open|3|');
  const value = [
    { label: 'Open', value: '3' },
    { label: 'Due', value: '0' },
  ] as const;
  expect(textOf(<MetricsInState state={{ status: 'ready', value, stale: true }} onRetry={retry} />)).toBe(
    '|Open|as last known|3|Due|as last known|0|',
  );
});
