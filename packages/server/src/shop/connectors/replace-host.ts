/**
 * Local servers in place of hosts of the platforms, in tests and development: from a host (`api.nuvemshop.com.br`) to a base URL
 * (`http://127.0.0.1:4000`). Empty in production.
 */
export type PlatformHosts = ReadonlyMap<string, string>;

/** The URL at the server that replaces its host. Connectors write the platform's own hosts; calls and redirects to a page of consent pass here. */
export function replaceHost(url: string, hosts: PlatformHosts): string {
  const parsed = URL.parse(url);
  const base = parsed ? hosts.get(parsed.host) : undefined;
  return parsed && base !== undefined ? `${base}${parsed.pathname}${parsed.search}` : url;
}
