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
    // With a backup under way and the database killed too; then the server alone.
    const numbers = [Math.random(), 0, Math.random(), 1];
    const random = () => numbers.shift() ?? 0;
    const found = await killServers({ dataFolder: data.path, backupFolder, kills: 2, longestMs: 600, random });
    expect(found).toMatchObject({ kills: 2, lost: 0, failedStarts: [], halfBackups: [] });
    expect(found.acknowledged).toBeGreaterThan(0);
  } finally {
    data.remove();
    rmSync(backupFolder, { recursive: true, force: true });
  }
}, 120_000);
