import { SignOutIcon } from '@castellan/icons/arrows/sign-out';
import { CircleHalfIcon } from '@castellan/icons/signs/circle-half';
import { DotsThreeIcon } from '@castellan/icons/signs/dots-three';
import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { HouseIcon } from '@castellan/icons/things/house';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { useTheme } from '../../domains/theme/use-theme.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { FrameButton, ViewLink } from './dashboard-item.tsx';
import type { DashboardView } from './dashboard-view.ts';
import type { useLogout } from './use-logout.ts';

type BottomBarProps = {
  readonly views: readonly DashboardView[];
  readonly currentId: string;
  readonly session: ReturnType<typeof useLogout>;
};

const tabClass =
  'flex min-h-14 w-full flex-col items-center justify-center gap-1.5 text-[clamp(0.625rem,3.1vw,0.875rem)] leading-none no-underline transition-colors duration-feedback';

/** The narrow screen's frame (under 768 px): the tabs, and 'More' with everything else and Logout. */
export function BottomBar({ views, currentId, session }: BottomBarProps) {
  const [open, setOpen] = useState(false);
  const moreButton = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    // The page beneath takes no focus where it is touched, so that neither leaving nor Escape is heard here.
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && bar.current?.contains(event.target) === false) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      moreButton.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open]);
  return (
    <nav
      ref={bar}
      aria-label="Dashboard"
      className="foot-bar fixed inset-x-0 bottom-0 z-20 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)]"
      onBlur={(event) => {
        // The open menu lies over the page: what has the focus must not be under it.
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {open ? (
        <MoreMenu
          views={views.filter(({ place }) => place === 'more')}
          currentId={currentId}
          session={session}
          onChoose={() => setOpen(false)}
          onCommands={() => {
            setOpen(false);
            // The menu is gone when the palette gives the focus back.
            moreButton.current?.focus();
            openPalette('palette');
          }}
        />
      ) : null}
      <ul className="flex">
        {views
          .filter(({ place }) => place === 'tab')
          .map(({ id, title, icon }) => (
            <li key={id} className="flex-1">
              <Link
                to={`#${id}`}
                aria-current={id === currentId ? 'page' : undefined}
                className={classNames(tabClass, id === currentId ? 'text-copper' : 'text-muted')}
              >
                <Icon drawing={icon} className="text-xl" />
                {title}
              </Link>
            </li>
          ))}
        <li className="flex-1">
          <button
            ref={moreButton}
            type="button"
            aria-expanded={open}
            aria-controls="dashboard-more"
            className={classNames(tabClass, open ? 'text-copper' : 'text-muted')}
            onClick={() => setOpen(!open)}
          >
            <Icon drawing={DotsThreeIcon} className="text-xl" />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}

function MoreMenu({
  views,
  currentId,
  session,
  onChoose,
  onCommands,
}: BottomBarProps & { readonly onChoose: () => void; readonly onCommands: () => void }) {
  const { theme, toggleTheme } = useTheme();
  const navigate = useNavigate();
  return (
    <ul id="dashboard-more" className="space-y-1 border-b border-hairline p-3">
      {views.map(({ id, title, icon }) => (
        <li key={id} onClickCapture={onChoose}>
          <ViewLink id={id} icon={icon} current={id === currentId}>
            {title}
          </ViewLink>
        </li>
      ))}
      <li>
        <FrameButton icon={MagnifyingGlassIcon} onClick={onCommands}>
          Commands
        </FrameButton>
      </li>
      <li>
        <FrameButton icon={CircleHalfIcon} pressed={theme === 'light'} onClick={toggleTheme}>
          Light theme
        </FrameButton>
      </li>
      <li>
        <FrameButton icon={HouseIcon} onClick={() => void navigate('/')}>
          Public site
        </FrameButton>
      </li>
      <li>
        <FrameButton icon={SignOutIcon} onClick={session.logout} busy={session.leaving}>
          Logout
        </FrameButton>
      </li>
    </ul>
  );
}
