import { Link } from 'react-router';
import { toolPlates } from '../../../../../tools/plate-registry.ts';
import { PlateLink } from './plate-link.tsx';
import type { PromptLines } from './prompt-lines.ts';

/** The desktop, as two of its windows on its engraving. */
export function DesktopPlate({ className }: { readonly className: string }) {
  return (
    <article className={`${className} bench-scened`}>
      <div className="bench-scene bench-desktop" aria-hidden="true">
        <i className="bench-wallpaper" />
        <svg viewBox="0 0 366 196" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path d="M0 171.5h366" className="bench-bar" />
          <g className="bench-window">
            <rect x="36" y="26" width="150" height="98" rx="5" />
            <rect x="162" y="68" width="164" height="84" rx="5" />
          </g>
          <path d="M36 46h150M162 88h164M158 36h7m6-3 6 6m0-6-6 6M298 78h7m6-3 6 6m0-6-6 6" />
          <g className="bench-lines">
            <path d="M116 66h54M116 76h40M116 92h54M116 102h30" stroke="var(--verdigris)" />
            <path d="M176 104h64M176 128h10" stroke="var(--copper)" />
            <path d="M176 116h110" stroke="var(--muted)" />
            <path d="M14 184h26" stroke="var(--copper)" />
            <path d="M322 184h30" stroke="var(--muted)" />
          </g>
        </svg>
        <i className="bench-window-seal" />
      </div>
      <div className="bench-below">
        <h3 className="lettering">Desktop</h3>
        <p>The whole site in windows that move, snap and stack, tools included.</p>
        <PlateLink to="/desktop">Open the desktop</PlateLink>
      </div>
    </article>
  );
}

/** The games beside each other, each with its picture. */
export function GamePlates({ ids }: { readonly ids: readonly string[] }) {
  return (
    <div className="bench-plate bench-wide-cell bench-games">
      {toolPlates.map((plate) =>
        plate.kind !== 'game' || !ids.includes(plate.tool.id) ? null : (
          <article key={plate.tool.id} className="bench-scened">
            <div className="bench-scene" aria-hidden="true">
              <plate.Picture />
            </div>
            <div className="bench-below">
              <h3 className="lettering">{plate.tool.title}</h3>
              <p>{plate.sentence}</p>
              <PlateLink to={`/${plate.tool.id}`}>{`Play ${plate.tool.title}`}</PlateLink>
            </div>
          </article>
        ),
      )}
    </div>
  );
}

/** A line that runs in the terminal when it is pressed, and a question that the AI terminal offers first. */
export function PromptPlates({ command, question }: PromptLines) {
  return (
    <div className="bench-plate bench-lead-cell bench-prompts">
      <article>
        <h3 className="bench-label">Terminal</h3>
        <Link to={`/terminal?c=${encodeURIComponent(command)}`} discover="none" className="bench-line font-mono">
          {command}
        </Link>
        <PlateLink to="/terminal">Type your own</PlateLink>
      </article>
      <article>
        <h3 className="bench-label">AI Terminal</h3>
        <p className="bench-line">{question}</p>
        <PlateLink to="/ai-terminal">Ask in your own words</PlateLink>
      </article>
    </div>
  );
}
