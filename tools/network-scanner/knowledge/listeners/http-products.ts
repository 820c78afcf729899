import { cleanText } from '@castellan/exports/plain-text';
import { headerValue } from '@castellan/foundation/line-text';
import type { ServiceBanners } from '../scan-facts.ts';

/** What an answer by HTTP says about the product behind it. */
export type HttpProduct = {
  /** The service's own name where the answer proves it; otherwise it is a web server like others. */
  readonly service?: string;
  readonly banners: ServiceBanners;
  /** A store of data showed itself without asking for a password, or asked for one. */
  readonly access?: 'open' | 'asked';
  /** Where the product says more: one further request, read-only. */
  readonly ask?: '/version' | '/api/v1/status/buildinfo';
};

/** An answer's head and the beginning of its page. */
export type HttpPage = { readonly status: number; readonly head: string; readonly page: string; readonly title?: string | undefined };

/** Programs whose header `Server` names a service of its own. */
const byServer: Readonly<Record<string, string>> = {
  couchdb: 'couchdb',
  splunkd: 'splunkd',
  miniserv: 'webmin',
  squid: 'http-proxy',
  tinyproxy: 'http-proxy',
  cups: 'ipp',
};

/** Headers that only one product sends. */
const byHeader: readonly (readonly [header: string, product: string, service?: string])[] = [
  ['x-influxdb-version', 'InfluxDB', 'influxdb'],
  ['x-clickhouse-server-display-name', 'ClickHouse', 'clickhouse'],
  ['kbn-name', 'Kibana', 'kibana'],
  ['x-plex-protocol', 'Plex', 'plex'],
  ['x-jenkins', 'Jenkins'],
];

const byTitle: Readonly<Record<string, readonly [product: string, service?: string]>> = {
  'RabbitMQ Management': ['RabbitMQ', 'rabbitmq-admin'],
  'Prometheus Time Series Collection and Processing Server': ['Prometheus', 'prometheus'],
  Grafana: ['Grafana'],
};

const haproxyPage =
  /^<html><body><h1>(?:40[03578]|429|50[0234]) [A-Z][\w -]{3,24}<\/h1>\n(?:Your browser|No server is available|Request forbidden|The server|You )/i;

/** Reads who answered. Total; what the answer does not prove it leaves open. */
export function readHttpProduct({ status, head, page, title }: HttpPage): HttpProduct {
  const header = (name: string) => headerValue(head, name)?.slice(0, 200);
  const data = page.startsWith('{') ? readJson(page.slice(0, 20_000)) : undefined;
  const store =
    data === undefined ? undefined : (readElasticsearch(status, data) ?? readCouchdb(data) ?? readEtcd(data) ?? readKubernetes(data));
  if (store !== undefined) return store;
  for (const [name, product, service] of byHeader) {
    const value = header(name);
    if (value === undefined) continue;
    const [version] = /^\d[\w.-]{0,20}/.exec(value) ?? [];
    return { ...(service === undefined ? {} : { service }), banners: { product, ...(version === undefined ? {} : { version }) } };
  }
  const [, product = '', version] = /^([A-Za-z][\w.-]{0,40})(?:\/(\d[\w.+~-]{0,30}))?/.exec(header('server') ?? '') ?? [];
  const service = byServer[product.toLowerCase()];
  const [titled, titledService] = byTitle[title ?? ''] ?? [];
  if (titled !== undefined) return { ...(titledService === undefined ? {} : { service: titledService }), banners: { product: titled } };
  if (product !== '') {
    return { ...(service === undefined ? {} : { service }), banners: { product, ...(version === undefined ? {} : { version }) } };
  }
  if (haproxyPage.test(page)) return { banners: { product: 'HAProxy' } };
  const leads = header('location') ?? '';
  if (status === 302 && /^\/(?:graph|query)$/.test(leads)) return { banners: {}, ask: '/api/v1/status/buildinfo' };
  const isNowhere = page.startsWith('404 page not found') || data?.['message'] === 'page not found';
  return { banners: {}, ...(status === 404 && isNowhere ? { ask: '/version' } : {}) };
}

/** Reads the answer to `ask`. */
export function readHttpFurther(page: string): HttpProduct | undefined {
  const data = page.startsWith('{') ? readJson(page.slice(0, 20_000)) : undefined;
  if (data === undefined) return undefined;
  const inner = data['data'];
  if (data['status'] === 'success' && isRecord(inner) && typeof inner['goVersion'] === 'string' && typeof inner['version'] === 'string') {
    return { service: 'prometheus', banners: { product: 'Prometheus', version: cleanText(inner['version'], 40) } };
  }
  return readEtcd(data) ?? readDocker(data);
}

type Data = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(text: string): Data | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readElasticsearch(status: number, data: Data): HttpProduct | undefined {
  const { version, error } = data;
  if (status === 200 && isRecord(version) && typeof data['cluster_name'] === 'string' && typeof version['lucene_version'] === 'string') {
    const product = version['distribution'] === 'opensearch' ? 'OpenSearch' : 'Elasticsearch';
    const number = typeof version['number'] === 'string' ? { version: cleanText(version['number'], 40) } : {};
    return { service: 'elasticsearch', access: 'open', banners: { product, ...number } };
  }
  const isRefusal = status === 401 && isRecord(error) && error['type'] === 'security_exception' && Array.isArray(error['root_cause']);
  return isRefusal ? { service: 'elasticsearch', access: 'asked', banners: {} } : undefined;
}

function readCouchdb(data: Data): HttpProduct | undefined {
  if (data['couchdb'] !== 'Welcome' || typeof data['version'] !== 'string') return undefined;
  return { service: 'couchdb', banners: { product: 'CouchDB', version: cleanText(data['version'], 40) } };
}

function readEtcd(data: Data): HttpProduct | undefined {
  const version = data['etcdserver'];
  if (typeof version !== 'string' || typeof data['etcdcluster'] !== 'string') return undefined;
  return { service: 'etcd', banners: { product: 'etcd', version: cleanText(version, 40) } };
}

function readDocker(data: Data): HttpProduct | undefined {
  const { ApiVersion: api, MinAPIVersion: least, Version: version } = data;
  if (typeof api !== 'string' || typeof least !== 'string' || typeof version !== 'string') return undefined;
  return { service: 'docker', banners: { product: 'Docker', version: cleanText(version, 40) } };
}

function readKubernetes(data: Data): HttpProduct | undefined {
  return data['kind'] === 'Status' && data['apiVersion'] === 'v1' && typeof data['code'] === 'number'
    ? { service: 'kubernetes', banners: { product: 'Kubernetes' } }
    : undefined;
}
