import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { WithoutScript } from '../../../web/app/ui/without-script.tsx';
import { wordCounter } from '../manifest.ts';
import { CounterView } from './counter-view.tsx';

export const meta = toolHead(wordCounter);

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
