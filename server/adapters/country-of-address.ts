import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Reader, type Response } from 'mmdb-lib';

/** The country of an IP address, in two capital letters; `undefined` where it is private, or not known. Asks nobody. */
export type CountryOf = (address: string) => string | undefined;

type Place = Response & { readonly country_code?: unknown };

const dataFile = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * Finds countries in the data of the address registries, as ip-location-db puts it together (CC0; the registries' statistics in it
 * are CC BY 4.0, Number Resource Organization). The 8 MB are read when the first address is asked about. An address that cannot be
 * looked up is not known.
 */
export function createCountryOf(): CountryOf {
  let reader: Reader<Place> | undefined;
  return (address) => {
    try {
      reader ??= new Reader<Place>(readFileSync(fileURLToPath(import.meta.resolve(dataFile))));
      const code = reader.get(address)?.country_code;
      return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : undefined;
    } catch {
      return undefined;
    }
  };
}
