import { Card, Panel } from '../../../web/app/ui/panel.tsx';
import { modelSource } from './model-source.ts';
import { idlePrint, printBox } from './workbench/ridges.ts';

/** A ridge for each. */
const attributes = 25;

/** What the report will hold, before there is one, and the print that it will fill in. */
export function WhatIsRead() {
  return (
    <div className="grid items-start gap-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel title="What is measured">
        <ul className="grid list-disc gap-3 pl-5 text-muted">
          <li>{attributes} attributes that any site can read: system, screen, graphics, sound, fonts, settings.</li>
          <li>
            How rare each of 18 values is, in bits, by a model of real browsers that is part of this page; averages of studies for four
            more.
          </li>
          <li>Whether three runs agree: where they differ, the browser adds noise.</li>
          <li>Global Privacy Control, WebRTC addresses, storage and what of it is kept apart, and what to change in your browser.</li>
        </ul>
        <p className="mt-4">
          No value leaves this page, not even to this site. The model is {modelSource.name}, of {modelSource.date}.
        </p>
      </Panel>
      <Card aria-hidden="true" className="max-md:hidden">
        <svg viewBox={`0 0 ${printBox.width} ${printBox.height - 20}`} fill="none" stroke="var(--edge)" aria-hidden="true">
          <path d={idlePrint(attributes)} />
        </svg>
      </Card>
    </div>
  );
}
