import { SignOutIcon } from '@castellan/icons/arrows/sign-out';
import { CircleHalfIcon } from '@castellan/icons/signs/circle-half';
import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { SidebarSimpleIcon } from '@castellan/icons/signs/sidebar-simple';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { keyNames } from '../../domains/commands/key-names.ts';
import { isApple } from '../../domains/commands/palette-key.ts';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { sidebarWidth } from '../../domains/theme/sidebar-width.ts';
import { useTheme } from '../../domains/theme/use-theme.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FrameButton, ViewLink } from './dashboard-item.tsx';
import type { DashboardView } from './dashboard-view.ts';
import type { useLogout } from './use-logout.ts';

type SidebarProps = {
  readonly views: readonly DashboardView[];
  readonly currentId: string;
  readonly session: ReturnType<typeof useLogout>;
};

/** The wide screen's frame: 280 px with words, 80 px without, as it was left. */
export function Sidebar({ views, currentId, session }: SidebarProps) {
  const narrow = useSyncExternalStore(sidebarWidth.subscribe, sidebarWidth.read) === 'narrow';
  const { theme, toggleTheme } = useTheme();
  return (
    <nav
      aria-label="Dashboard"
      className={classNames(
        'sticky top-0 flex h-svh shrink-0 flex-col border-r border-hairline bg-surface px-4 py-5',
        narrow ? 'w-[80px]' : 'w-[280px]',
      )}
    >
      <Owner narrow={narrow} />
      <div className="mt-6">
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
      <ul className="mt-4 flex-1 space-y-1 overflow-y-auto">
        {views.map(({ id, title, icon }) => (
          <li key={id}>
            <ViewLink id={id} icon={icon} current={id === currentId} iconOnly={narrow}>
              {title}
            </ViewLink>
          </li>
        ))}
      </ul>
      <div className="space-y-1 border-t border-hairline pt-4">
        <FrameButton icon={CircleHalfIcon} pressed={theme === 'light'} onClick={toggleTheme} iconOnly={narrow}>
          Light theme
        </FrameButton>
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
    </nav>
  );
}

function Owner({ narrow }: { readonly narrow: boolean }) {
  const { name, initials } = useOwnerFacts();
  return (
    <Link to="/" className="flex items-center gap-3 rounded-control text-ink no-underline">
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-full border border-edge font-mono text-sm font-semibold"
      >
        {initials}
      </span>
      <span className={narrow ? 'sr-only' : 'lettering truncate text-base'}>{name}</span>
      <VisuallyHidden>, public site</VisuallyHidden>
    </Link>
  );
}
