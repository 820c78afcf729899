import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { classNames } from '../../ui/class-names.ts';
import { Plate } from '../../ui/plate/plate.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AppMark } from './app-mark.tsx';
import { appAt, appsFor } from './desktop-apps.ts';
import {
  closeWindow,
  cycleWindows,
  maxWindows,
  minimiseWindow,
  openWindow,
  placeWindow,
  raiseWindow,
  rectOf,
  type Snap,
  topWindow,
} from './desktop-layout.ts';
import { DesktopWindowView, type WindowActions } from './desktop-window.tsx';
import { StartMenu } from './start-menu.tsx';
import { storedWallpaper } from './stored-desktop.ts';
import { Taskbar } from './taskbar.tsx';
import { useArea } from './use-area.ts';
import { tour, useDesktopLayout } from './use-desktop-layout.ts';
import { useIsOwner } from './use-is-owner.ts';

/** Narrower than this a window is the whole screen, and the apps stand on the desktop itself. */
const phoneWidth = 768;

/** The desktop: wallpaper, windows, menu and bar. `isLive`: the page runs in the browser; the server draws no windows. */
export function DesktopScreen({ isLive }: { readonly isLive: boolean }) {
  const { layout, order, isMalformed, change } = useDesktopLayout(isLive);
  const isOwner = useIsOwner();
  const toast = useToast();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [preview, setPreview] = useState<Snap>();
  const wallpaper = useSyncExternalStore(storedWallpaper.subscribe, storedWallpaper.read, () => undefined) ?? 'cyber';
  const areaElement = useRef<HTMLDivElement>(null);
  const startButton = useRef<HTMLButtonElement>(null);
  const area = useArea(areaElement);
  const isPhone = area !== undefined && area.width < phoneWidth;
  const top = topWindow(layout);
  const apps = appsFor(isOwner);

  const closeMenu = () => {
    setMenuOpen(false);
    startButton.current?.focus();
  };
  const open = (path: string) => {
    setMenuOpen(false);
    // The focus goes to the window, once it is there.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (layout.length >= maxWindows && !layout.some((window) => window.path === path))
      return toast({ title: `${maxWindows} windows are open`, description: 'Close one first.', tone: 'alert' });
    change(openWindow(layout, path), 'push');
  };
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || event.code !== 'Backquote') return false;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    change(cycleWindows(layout, event.shiftKey ? -1 : 1), 'replace');
    return true;
  };
  useWindowKeys(onKey);
  const actions: WindowActions = {
    raise: (path) => change(raiseWindow(layout, path), 'replace'),
    close: (path) => change(closeWindow(layout, path), 'push'),
    minimise: (path) => change(minimiseWindow(layout, path), 'replace'),
    place: (path, place) => change(placeWindow(layout, path, place), 'replace'),
    preview: setPreview,
    onKey,
  };
  const copyLink = async () => {
    const copied = await copyText(window.location.href);
    toast(
      copied.ok
        ? { title: 'Link copied', description: 'It opens these windows in these places.' }
        : { title: 'Not copied', description: 'The browser does not allow it. The address bar has the link.', tone: 'alert' },
    );
  };
  return (
    <div className={classNames('desktop', isPhone && 'desktop-phone')}>
      <div ref={areaElement} className="desktop-area">
        <Plate shown={wallpaper} className="desktop-plate" />
        <VisuallyHidden>
          <p id="desktop-keys">
            Arrow keys move the window, with Shift they resize it, with Control they snap it. Alt and the key above Tab go to the next
            window.
          </p>
        </VisuallyHidden>
        {isMalformed ? (
          <p role="status" className="desktop-note">
            This link does not describe a desktop. Here is the usual one.
          </p>
        ) : null}
        {isLive && (top === undefined || isPhone) ? (
          <ul className="desktop-launcher" hidden={top !== undefined}>
            {apps.map((app) => (
              <li key={app.path}>
                <button type="button" onClick={() => open(app.path)}>
                  <AppMark app={app} />
                  {app.title}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {preview === undefined || area === undefined ? null : <SnapPreview {...rectOf(preview, area)} />}
        {isLive && area !== undefined
          ? layout
              .toSorted((one, other) => one.path.localeCompare(other.path))
              .map((window) => {
                const app = appAt(window.path);
                return app === undefined ? null : (
                  <DesktopWindowView
                    key={window.path}
                    app={app}
                    window={window}
                    area={area}
                    depth={layout.indexOf(window)}
                    isTop={window === top}
                    isPhone={isPhone}
                    actions={actions}
                  />
                );
              })
          : null}
      </div>
      {isMenuOpen ? (
        <StartMenu
          apps={apps}
          wallpaper={wallpaper}
          onWallpaper={storedWallpaper.write}
          onOpen={open}
          onTour={() => {
            setMenuOpen(false);
            change(tour, 'push');
          }}
          onCopyLink={() => void copyLink()}
          onClose={closeMenu}
        />
      ) : null}
      <Taskbar
        layout={layout}
        order={order}
        topPath={top?.path}
        isMenuOpen={isMenuOpen}
        startButton={startButton}
        onStart={() => (isMenuOpen ? closeMenu() : setMenuOpen(true))}
        onWindow={(path) => change(path === top?.path ? minimiseWindow(layout, path) : raiseWindow(layout, path), 'replace')}
        isLive={isLive}
      />
    </div>
  );
}

function SnapPreview({ x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }) {
  return <div aria-hidden="true" className="desktop-preview" style={{ transform: `translate(${x}px, ${y}px)`, width, height }} />;
}

/** Hears keys of the page itself; those pressed inside a window are told by its frame. */
function useWindowKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const heard = useRef(onKey);
  useEffect(() => {
    heard.current = onKey;
  }, [onKey]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (heard.current(event)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
