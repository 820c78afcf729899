import type { FrozenRows } from '../records/testing/frozen-rows.ts';
import { feedKeySchema } from './feed-keys.ts';
import { healthFeedKeysCollection } from './health-feed-keys.collection.ts';

const publicKey = 'BFInuLMeTMXlvdJHICb1j1SmD-KxZMTuDC_nCVSNRgCrsEX0klcZh2SRSmjnsJlHpqLPk3NFNJUEM2y1WptK4a0';
const privateKey =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpYDs69bHjssiLJ5oZEHXuBM4QbG0AHL1g5Dsa5U8Es-hRANCAARSJ7izHkzF5b3SRyAm9Y9Upg_isWTE7gwv5wlUjUYAq7BF9JJXGYdkkUpo57CZR6aiz5NzRTSVBDNstVqbSuGt';

export const frozen: FrozenRows = {
  collection: healthFeedKeysCollection,
  read: (row) => feedKeySchema.parse(row),
  rows: [
    {
      sealed: `{"private_key":"${privateKey}","public_key":"${publicKey}"}`,
      reads: { public_key: publicKey, private_key: privateKey, vault_key: null },
    },
    {
      sealed: `{"private_key":"${privateKey}","public_key":"${publicKey}","vault_key":"AAECAwQFBgcICQoLDA0ODw"}`,
      reads: { public_key: publicKey, private_key: privateKey, vault_key: 'AAECAwQFBgcICQoLDA0ODw' },
    },
  ],
};
