import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type RecordRowProps = {
  readonly id: string;
  readonly title: ReactNode;
  /** Opens it. Without it the title is drawn as it was given, and has to be a `data-record-title` where keys lead to it. */
  readonly onOpen?: ((event: MouseEvent) => void) | undefined;
  /** Where rows are chosen, whether this one is; a press of its title chooses then. */
  readonly isChosen?: boolean | undefined;
  /** Struck out: what is over. */
  readonly isOver?: boolean;
  /** Before the title: a box, a day. */
  readonly lead?: ReactNode;
  /** Said after the title, muted; on a narrow line below it. */
  readonly facts?: ReactNode;
  /** At the right: a figure, and what can be done. */
  readonly aside?: ReactNode;
  /** On a narrow screen what stands at the right has a line of its own. */
  readonly isWrapping?: boolean;
  /** Below the line. */
  readonly children?: ReactNode;
};

/** One record as a line of 44 pixels on a hairline, 48 where it is touched. What has the focus is the selected one. */
export function RecordRow({
  id,
  title,
  onOpen,
  isChosen,
  isOver = false,
  lead,
  facts,
  aside,
  isWrapping = false,
  children,
}: RecordRowProps) {
  return (
    <li className="record">
      <div data-record={id} className={classNames('record-line', isWrapping && 'is-wrapping')}>
        {lead}
        <div className="record-words">
          {onOpen === undefined ? (
            title
          ) : (
            <button
              type="button"
              data-record-title=""
              aria-pressed={isChosen}
              onClick={onOpen}
              className={classNames('record-title', isOver && 'is-over')}
            >
              {title}
            </button>
          )}
          {facts}
        </div>
        {aside === undefined ? null : <div className="record-aside">{aside}</div>}
      </div>
      {children}
    </li>
  );
}
