import { memo, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { type MediaItem, starsFigure, starsLabel } from '../media.ts';
import { kindNames, type MediaWords } from '../preset.ts';
import { type Progress, progressLabel } from '../progress.ts';
import { designOf, engraveBand, engraveRosette, noteDesigns, noteSize } from './engrave-note.ts';
import './banknote.css';

const designs = Array.from({ length: noteDesigns }, (_, design) => ({
  design,
  band: engraveBand(design),
  rosette: engraveRosette(design),
}));

/** The engravings of the series, drawn once for all notes of a page. */
export function NoteEngravings() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {designs.map(({ design, band, rosette }) => (
        <g key={design}>
          <symbol id={`note-band-${design}`} viewBox={`0 0 ${noteSize.width} ${noteSize.height}`} preserveAspectRatio="none">
            <path d={band} fill="none" stroke="currentColor" strokeWidth="0.7" />
          </symbol>
          <symbol id={`note-rosette-${design}`} viewBox="0 0 100 100">
            <path d={rosette} fill="none" stroke="currentColor" strokeWidth="0.6" />
          </symbol>
        </g>
      ))}
    </svg>
  );
}

type BanknoteProps = {
  readonly item: MediaItem;
  readonly progress: Progress;
  readonly words: MediaWords;
  /** A change of it waits to be sent. */
  readonly waits: boolean;
  readonly onOpen: (id: string) => void;
  /** Beside the note's foot: what can be done at once. */
  readonly action?: ReactNode;
  /** The address of a picture. */
  readonly cover?: string | undefined;
};

/**
 * One item as a note of the series: its rating is the denomination, its kind the ink. What is only planned is not printed in full
 * yet, and what was given up is broken.
 */
export const Banknote = memo(function Banknote({ item, progress, words, waits, onOpen, action, cover }: BanknoteProps) {
  const design = designOf(item.title);
  const facts = [item.year === null ? '' : String(item.year), item.creators.join(', ')].filter((fact) => fact !== '');
  const line = progressLabel(item, progress);
  return (
    <li data-record={item.id} className={classNames('banknote', `banknote-${item.kind}`, `banknote-${item.status}`)}>
      <svg aria-hidden="true" className="banknote-band" preserveAspectRatio="none">
        <use href={`#note-band-${design}`} />
      </svg>
      <div className="banknote-words">
        <p className="banknote-value" aria-hidden="true">
          {item.rating === null ? <span className="banknote-unrated">{kindNames[item.kind]}</span> : starsFigure(item.rating)}
        </p>
        <h3 className="banknote-title">
          <button type="button" data-record-title="" onClick={() => onOpen(item.id)} className="banknote-open">
            {item.title}
          </button>
        </h3>
        <p className="banknote-facts">{facts.join(' · ')}</p>
        <span className="sr-only">
          {[
            kindNames[item.kind],
            words.statuses[item.status],
            item.rating === null ? 'not rated' : starsLabel(item.rating),
            item.favourite ? 'favourite' : '',
          ]
            .filter((word) => word !== '')
            .join(', ')}
        </span>
      </div>
      <div className="banknote-portrait" aria-hidden="true">
        {cover !== undefined ? (
          <img src={cover} alt="" loading="lazy" />
        ) : (
          <>
            <svg aria-hidden="true">
              <use href={`#note-rosette-${design}`} />
            </svg>
            <span>{initialOf(item.title)}</span>
          </>
        )}
      </div>
      <div className="banknote-foot">
        <span className="banknote-state">
          <span aria-hidden="true">{words.statuses[item.status]}</span>
          {line === '' ? null : <span className="text-ink">{line}</span>}
          {waits ? <span className="text-amber">not sent yet</span> : null}
        </span>
        {action}
      </div>
      {progress.share === undefined || item.status === 'done' ? null : <Ticks share={progress.share} />}
    </li>
  );
});

const tickCount = 40;

/** How far, as a ruler of fine ticks; the figure beside it says the same. */
function Ticks({ share }: { readonly share: number }) {
  const filled = Math.round(share * tickCount);
  return (
    <svg aria-hidden="true" className="banknote-ticks" viewBox={`0 0 ${tickCount * 4} 8`} preserveAspectRatio="none">
      {Array.from({ length: tickCount }, (_, tick) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a ruler's ticks have no other name.
          key={tick}
          x={tick * 4}
          y={tick % 10 === 0 ? 0 : 3}
          width="1.4"
          height={tick % 10 === 0 ? 8 : 5}
          fill={tick < filled ? 'currentColor' : 'var(--hairline)'}
        />
      ))}
    </svg>
  );
}

/** The letter in the middle of the rosette: the title's first, past an article. */
function initialOf(title: string): string {
  const word = title.replace(/^(?:the|a|an|le|la|les|der|die|das)\s+/i, '');
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toUpperCase();
}
