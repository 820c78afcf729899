import { memo, useEffect, useRef, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';

type WindowFrameProps = {
  readonly path: string;
  readonly title: string;
  /** The page inside was pressed or focused. */
  readonly onFocus: () => void;
  /** A key was pressed inside; `true` where it belonged to the desktop. */
  readonly onKey: (event: KeyboardEvent) => boolean;
};

/** The page in a window: a document of its own, so that one that fails or is busy leaves the others alone. */
export const WindowFrame = memo(function WindowFrame({ path, title, onFocus, onKey }: WindowFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [stage, setStage] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const heard = useRef({ onFocus, onKey });
  useEffect(() => {
    heard.current = { onFocus, onKey };
  }, [onFocus, onKey]);
  const loaded = () => {
    // A page that may not be framed, or did not come, is replaced by one of the browser's own, which cannot be read.
    const inside = frame.current?.contentDocument === null ? null : frame.current?.contentWindow;
    if (inside === null || inside === undefined) return setStage('failed');
    setStage('ready');
    inside.addEventListener('pointerdown', () => heard.current.onFocus(), true);
    inside.addEventListener(
      'keydown',
      (event) => {
        if (!heard.current.onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  };
  return (
    <div className="desktop-frame">
      <iframe key={attempt} ref={frame} title={title} src={path} onLoad={loaded} />
      {stage === 'loading' ? (
        <p className="desktop-cover text-copper">
          <Spinner label={`Loading ${title}`} />
        </p>
      ) : null}
      {stage === 'failed' ? (
        <div className="desktop-cover" role="alert">
          <p>{`${title} could not be shown here. The other windows are not affected.`}</p>
          <p className="flex gap-4">
            <button
              type="button"
              className="target underline underline-offset-4"
              onClick={() => {
                setStage('loading');
                setAttempt(attempt + 1);
              }}
            >
              Try again
            </button>
            <a href={path} target="_blank" rel="noopener" className="target inline-flex items-center underline underline-offset-4">
              Open it in a tab
            </a>
          </p>
        </div>
      ) : null}
    </div>
  );
});
