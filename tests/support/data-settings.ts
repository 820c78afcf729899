import type { DataSettings } from '../../server/database/open-data.ts';
import { keysFileOf } from '../../server/keys/key-store.ts';

/** The settings of an embedded database in a data folder. */
export function embeddedData(dataFolder: string): DataSettings {
  return { dataFolder, keysFile: keysFileOf(dataFolder), database: undefined };
}
