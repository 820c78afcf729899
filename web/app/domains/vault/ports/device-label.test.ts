import { expect, test } from 'vitest';
import { datedDeviceLabel, deviceLabelOf } from './device-label.ts';

test('a device is called by its browser and system, although each browser names its forerunners too', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(deviceLabelOf(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/156.0.0.0 Safari/537.36`)).toBe('Chrome 156 on Linux');
  expect(deviceLabelOf(`Mozilla/5.0 (Windows NT 10.0; Win64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.1`)).toBe(
    'Edge 150 on Windows',
  );
  expect(deviceLabelOf('Mozilla/5.0 (Android 16; Mobile; rv:148.0) Gecko/148.0 Firefox/148.0')).toBe('Firefox 148 on Android');
  expect(deviceLabelOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604')).toBe(
    'Safari 19 on iPhone',
  );
  expect(deviceLabelOf(`an unknown ${'x'.repeat(100)}`)).toHaveLength(60);
});

test('a device in the list of ways in is named with the day since which it is known', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36';
  expect(datedDeviceLabel(agent, Date.UTC(2026, 10, 27, 12))).toBe('Chrome 156 on Linux, since 27 Nov 2026');
});
