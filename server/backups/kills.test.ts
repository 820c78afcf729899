import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../tests/support/running-server.ts';
import { killServers } from './test-kills.ts';

test('a server that is killed while it writes and is backed up loses nothing that it acknowledged, and starts by itself', async () => {
  const data = makeDataFolder();
  const backupFolder = mkdtempSync(join(tmpdir(), 'castellan-kills-'));
  try {
    const found = await killServers({ dataFolder: data.path, backupFolder, kills: 3, longestMs: 600, random: Math.random });
    expect(found).toMatchObject({ kills: 3, lost: 0, failedStarts: [], halfBackups: [] });
    expect(found.acknowledged).toBeGreaterThan(0);
  } finally {
    data.remove();
    rmSync(backupFolder, { recursive: true, force: true });
  }
}, 120_000);
