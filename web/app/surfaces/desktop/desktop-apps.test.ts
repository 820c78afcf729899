import { expect, test } from 'vitest';
import { appIcons } from './app-icons.ts';
import { appAt, appsFor, desktopApps, findApps } from './desktop-apps.ts';

const sample = [
  { path: '/a', title: 'Tide Table', icon: 'waves', summary: 'When the water comes.', isOwners: false },
  { path: '/b', title: 'Ledger', icon: 'coins', summary: 'Where the money goes. A table of it.', isOwners: true },
];

test('an app is found by the beginnings of its words, by its title before its summary', () => {
  expect(findApps(sample, 'tab').map(({ path }) => path)).toEqual(['/a', '/b']);
  expect(findApps(sample, 'money whe').map(({ path }) => path)).toEqual(['/b']);
  expect(findApps(sample, 'able')).toEqual([]);
  expect(findApps(sample, ' ')).toEqual(sample);
});

test('a visitor is offered nothing of the owner’s; the owner is offered everything', () => {
  expect(appsFor(false).some(({ isOwners }) => isOwners)).toBe(false);
  expect(appsFor(true)).toEqual(desktopApps);
  expect(appsFor(true).some(({ isOwners }) => isOwners)).toBe(true);
});

test('every app has a drawing, and no two have the same', () => {
  expect(desktopApps.filter(({ icon }) => appIcons[icon] === undefined)).toEqual([]);
  expect(new Set(desktopApps.map(({ icon }) => icon)).size).toBe(desktopApps.length);
});

test('each page has one place on the desktop, and the desktop holds no desktop', () => {
  expect(new Set(desktopApps.map(({ path }) => path)).size).toBe(desktopApps.length);
  expect(appAt('/desktop')).toBeUndefined();
  expect(appAt('/dashboard')).toBeUndefined();
});
