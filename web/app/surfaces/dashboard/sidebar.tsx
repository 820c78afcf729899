import { SignOutIcon } from '@castellan/icons/arrows/sign-out';
import { CircleHalfIcon } from '@castellan/icons/signs/circle-half';
import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { SidebarSimpleIcon } from '@castellan/icons/signs/sidebar-simple';
import { UserIcon } from '@castellan/icons/things/user';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { keyNames } from '../../domains/commands/key-names.ts';
import { isApple } from '../../domains/commands/palette-key.ts';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { sidebarWidth } from '../../domains/theme/sidebar-width.ts';
import { useTheme } from '../../domains/theme/use-theme.ts';
import { classNames } from '../../ui/class-names.ts';
import { useRoomy } from '../../ui/hooks/use-wide.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FrameButton, ViewLink } from './dashboard-item.tsx';
import type { Place } from './dashboard-view.ts';
import type { FrameCounts } from './frame-counts.ts';
import { LastApps } from './last-apps.tsx';
import type { useLogout } from './use-logout.ts';
import { useTip } from './use-tip.ts';
import { viewEntries } from './view-entries.ts';

type SidebarProps = { readonly place: Place; readonly counts: FrameCounts; readonly session: ReturnType<typeof useLogout> };

/** The wide screen's frame: 280 px with words, 80 px without, as it was left. Until then it has words where there is room for both. */
export function Sidebar({ place, counts, session }: SidebarProps) {
  const left = useSyncExternalStore(sidebarWidth.subscribe, sidebarWidth.read);
  const isRoomy = useRoomy();
  const narrow = left === 'narrow' || (left === undefined && !isRoomy);
  const { theme, toggleTheme } = useTheme();
  const { tip, listen } = useTip();
  return (
    <nav aria-label="Dashboard" className={classNames('sidebar', narrow && 'is-narrow')} {...listen}>
      <Owner narrow={narrow} />
      <div className="sidebar-commands">
        <FrameButton
          icon={MagnifyingGlassIcon}
          onClick={() => openPalette('palette')}
          iconOnly={narrow}
          keys={keyNames('Mod+K', navigator.platform).join('')}
          ariaKeys={isApple(navigator.platform) ? 'Meta+K' : 'Control+K'}
        >
          Commands
        </FrameButton>
      </div>
      <div className="sidebar-lists">
        <ul className="sidebar-list">
          {viewEntries.map(({ id, title, icon }) => (
            <li key={id}>
              <ViewLink id={id} icon={icon} current={id === place.currentId} figure={counts[id]} iconOnly={narrow}>
                {title}
              </ViewLink>
            </li>
          ))}
        </ul>
        <LastApps place={place} narrow={narrow} />
      </div>
      <div className="sidebar-foot">
        {/* Elsewhere the strip of the site's navigation has it. */}
        {place.isDashboard ? (
          <FrameButton
            icon={CircleHalfIcon}
            pressed={theme === 'light'}
            value={theme === 'light' ? 'On' : 'Off'}
            onClick={toggleTheme}
            iconOnly={narrow}
          >
            Light theme
          </FrameButton>
        ) : null}
        <FrameButton
          icon={SidebarSimpleIcon}
          expanded={!narrow}
          onClick={() => sidebarWidth.write(narrow ? 'wide' : 'narrow')}
          iconOnly={narrow}
        >
          {narrow ? 'Expand sidebar' : 'Collapse sidebar'}
        </FrameButton>
        <FrameButton icon={SignOutIcon} onClick={session.logout} busy={session.leaving} iconOnly={narrow}>
          Logout
        </FrameButton>
      </div>
      {tip === undefined ? null : (
        <span aria-hidden="true" className="sidebar-tip" ref={(element) => element?.style.setProperty('top', `${tip.topPx}px`)}>
          {tip.text}
        </span>
      )}
    </nav>
  );
}

function Owner({ narrow }: { readonly narrow: boolean }) {
  const { name, initials } = useOwnerFacts();
  return (
    <Link to="/" className="sidebar-owner" data-tip={narrow ? name : undefined}>
      <span aria-hidden="true" className="sidebar-initials">
        {initials === '' ? <Icon drawing={UserIcon} /> : initials}
      </span>
      <span className={narrow ? 'sr-only' : 'lettering truncate text-base'}>{name}</span>
      <VisuallyHidden>, public site</VisuallyHidden>
    </Link>
  );
}
