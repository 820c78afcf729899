import { SignOutIcon } from '@castellan/icons/arrows/sign-out';
import { CircleHalfIcon } from '@castellan/icons/signs/circle-half';
import { DotsThreeIcon } from '@castellan/icons/signs/dots-three';
import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { HouseIcon } from '@castellan/icons/things/house';
import { Link, useNavigate } from 'react-router';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { useTheme } from '../../domains/theme/use-theme.ts';
import { usePopup } from '../../ui/hooks/use-popup.ts';
import { Icon } from '../../ui/icon.tsx';
import { FrameButton, ViewLink } from './dashboard-item.tsx';
import { type Place, viewAddress } from './dashboard-view.ts';
import type { FrameCounts } from './frame-counts.ts';
import type { useLogout } from './use-logout.ts';
import { viewEntries } from './view-entries.ts';

type BottomBarProps = {
  readonly place: Place;
  readonly counts: FrameCounts;
  readonly session: ReturnType<typeof useLogout>;
};

/** The narrow screen's frame (under 768 px): the tabs, and 'More' with everything else and Logout. */
export function BottomBar({ place, counts, session }: BottomBarProps) {
  const { isOpen: open, setOpen, host: bar, button: moreButton } = usePopup<HTMLElement>();
  return (
    <nav ref={bar} aria-label="Dashboard" className="foot-bar">
      {open ? (
        <MoreMenu
          place={place}
          counts={counts}
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
      <ul className="foot-tabs">
        {viewEntries
          .filter((entry) => entry.place === 'tab')
          .map(({ id, title, icon }) => (
            <li key={id}>
              <Link to={viewAddress(id)} aria-current={id === place.currentId ? 'page' : undefined} className="foot-tab">
                <Icon drawing={icon} />
                {title}
              </Link>
            </li>
          ))}
        <li>
          <button
            ref={moreButton}
            type="button"
            aria-expanded={open}
            aria-controls="dashboard-more"
            className="foot-tab"
            onClick={() => setOpen(!open)}
          >
            <Icon drawing={DotsThreeIcon} />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}

function MoreMenu({
  place,
  counts,
  session,
  onChoose,
  onCommands,
}: BottomBarProps & { readonly onChoose: () => void; readonly onCommands: () => void }) {
  const { theme, toggleTheme } = useTheme();
  const navigate = useNavigate();
  return (
    <ul id="dashboard-more" className="foot-more">
      {viewEntries
        .filter((entry) => entry.place === 'more')
        .map(({ id, title, icon }) => (
          <li key={id} onClickCapture={onChoose}>
            <ViewLink id={id} icon={icon} current={id === place.currentId} figure={counts[id]}>
              {title}
            </ViewLink>
          </li>
        ))}
      <li>
        <FrameButton icon={MagnifyingGlassIcon} onClick={onCommands}>
          Commands
        </FrameButton>
      </li>
      {place.isDashboard ? (
        <>
          <li>
            <FrameButton icon={CircleHalfIcon} pressed={theme === 'light'} value={theme === 'light' ? 'On' : 'Off'} onClick={toggleTheme}>
              Light theme
            </FrameButton>
          </li>
          <li>
            <FrameButton icon={HouseIcon} onClick={() => void navigate('/')}>
              Public site
            </FrameButton>
          </li>
        </>
      ) : null}
      <li>
        <FrameButton icon={SignOutIcon} onClick={session.logout} busy={session.leaving}>
          Logout
        </FrameButton>
      </li>
    </ul>
  );
}
