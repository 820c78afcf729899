import { SquaresFourIcon } from '@castellan/icons/signs/squares-four';
import type { Ref } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ThemeToggle } from '../site/theme-toggle.tsx';
import { AppMark } from './app-mark.tsx';
import { appAt } from './desktop-apps.ts';
import type { DesktopLayout } from './desktop-layout.ts';

type TaskbarProps = {
  readonly layout: DesktopLayout;
  /** The windows' paths, in the order in which they were opened. */
  readonly order: readonly string[];
  readonly topPath: string | undefined;
  readonly isMenuOpen: boolean;
  readonly startButton: Ref<HTMLButtonElement>;
  readonly onStart: () => void;
  readonly onWindow: (path: string) => void;
  /** The clock runs: the page has come to life. */
  readonly isLive: boolean;
};

/** The bar at the foot: start, one button for each window, theme and clock. */
export function Taskbar({ layout, order, topPath, isMenuOpen, startButton, onStart, onWindow, isLive }: TaskbarProps) {
  // A button stays where it is while windows change places.
  const windows = layout.toSorted((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  return (
    <footer className="desktop-bar">
      <button ref={startButton} type="button" aria-expanded={isMenuOpen} aria-haspopup="dialog" className="desktop-start" onClick={onStart}>
        <Icon drawing={SquaresFourIcon} />
        Start
      </button>
      <nav aria-label="Windows" className="desktop-tasks">
        <ul>
          {windows.map(({ path, isMinimised }) => {
            const app = appAt(path);
            return app === undefined ? null : (
              <li key={path}>
                <button
                  type="button"
                  title={app.title}
                  aria-pressed={path === topPath}
                  data-minimised={isMinimised || undefined}
                  onClick={() => onWindow(path)}
                >
                  <AppMark app={app} />
                  <span>{app.title}</span>
                  {isMinimised ? <VisuallyHidden>, minimised</VisuallyHidden> : null}
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
      <ThemeToggle />
      {isLive ? <DesktopClock /> : null}
    </footer>
  );
}

function DesktopClock() {
  const now = new Date(useNow(60_000));
  return (
    <time dateTime={now.toISOString()} className="desktop-clock">
      <span>{now.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}</span>
      <small>{now.toLocaleDateString([], { weekday: 'short', day: 'numeric', month: 'short' })}</small>
    </time>
  );
}
