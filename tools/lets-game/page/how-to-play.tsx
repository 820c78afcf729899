import { Panel } from '../../../web/app/ui/panel.tsx';

/** How both games are played, and why their scores can be believed. */
export function HowToPlay() {
  return (
    <Panel title="How to play">
      <dl className="grid gap-4">
        <div>
          <dt className="font-semibold">Keys</dt>
          <dd className="text-muted">
            Arrows or W A S D steer, <kbd className="key-cap">Space</kbd> strikes, <kbd className="key-cap">P</kbd> or{' '}
            <kbd className="key-cap">Esc</kbd> pauses. On a phone: swipe anywhere, or use the buttons under the board.
          </dd>
        </div>
        <div>
          <dt className="font-semibold">With a screen reader</dt>
          <dd className="text-muted">Snake, turn by turn: no clock, and every move is read aloud.</dd>
        </div>
        <div>
          <dt className="font-semibold">Today’s seed</dt>
          <dd className="text-muted">Everyone gets the same random seed until midnight UTC.</dd>
        </div>
        <div>
          <dt className="font-semibold">Proof</dt>
          <dd className="text-muted">
            A game is its seed and its inputs, sixty steps a second, whole numbers only. Replaying them gives the same score on any machine,
            so a made-up score is rejected.
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
