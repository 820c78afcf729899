import { ToolFrame } from '../../domains/apps/tool-frame.tsx';
import { pageHead } from '../../domains/discovery/page-head.ts';
import { WithoutScript } from '../../ui/without-script.tsx';
import type { Route } from './+types/page.ts';
import { CounterView } from './counter-view.tsx';
import { wordCounter } from './manifest.ts';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, { path: `/${wordCounter.id}`, title: `${wordCounter.title} · ${owner}`, description: wordCounter.summary });
}

export default function WordCounterPage() {
  return (
    <ToolFrame tool={wordCounter} summary={wordCounter.summary}>
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script">
        <CounterView />
      </div>
    </ToolFrame>
  );
}
