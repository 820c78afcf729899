import { useState } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import type { PageMenu } from '../../../web/app/domains/owner-page/page-tools.ts';
import { WithoutScript } from '../../../web/app/ui/without-script.tsx';
import { wordCounter } from '../manifest.ts';
import { CounterView } from './counter-view.tsx';

export const meta = toolHead(wordCounter);

export default function WordCounterPage() {
  const [menu, setMenu] = useState<PageMenu>();
  return (
    <ToolFrame tool={wordCounter} summary={wordCounter.summary} owner={{ menu }}>
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script">
        <CounterView onMenu={setMenu} />
      </div>
    </ToolFrame>
  );
}
