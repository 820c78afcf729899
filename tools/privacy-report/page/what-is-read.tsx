import { Panel } from '../../../web/app/ui/panel.tsx';
import { modelSource } from './model-source.ts';

/** What the report will hold, before there is one. */
export function WhatIsRead() {
  return (
    <Panel title="What is measured">
      <ul className="grid list-disc gap-2 pl-5 text-muted sm:grid-cols-2 sm:gap-x-10">
        <li>25 attributes that any site can read: system, screen, graphics, sound, fonts, settings.</li>
        <li>
          How rare each of 18 values is, in bits, by a model of real browsers that is part of this page; averages of studies for four more.
        </li>
        <li>Whether three runs agree: where they differ, the browser adds noise.</li>
        <li>Global Privacy Control, WebRTC addresses, storage and what of it is kept apart, and what to change in your browser.</li>
      </ul>
      <p className="mt-4">
        No value leaves this page, not even to this site. The model is {modelSource.name}, of {modelSource.date}.
      </p>
    </Panel>
  );
}
