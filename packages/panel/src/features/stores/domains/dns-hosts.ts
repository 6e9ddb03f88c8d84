/** DNS hosts: the domain of their name servers, their name, and the page where records are changed. */
const hosts = [
  ['cloudflare.com', 'Cloudflare', 'https://dash.cloudflare.com/?to=/:account/:zone/dns'],
  ['registro.br', 'Registro.br', 'https://registro.br/painel/'],
  ['dns.br', 'Registro.br', 'https://registro.br/painel/'],
  ['domaincontrol.com', 'GoDaddy', 'https://dcc.godaddy.com/control/portfolio'],
  ['hostgator.com.br', 'HostGator', 'https://cliente.hostgator.com.br/'],
  ['locaweb.com.br', 'Locaweb', 'https://centraldocliente.locaweb.com.br/'],
  ['dns-parking.com', 'Hostinger', 'https://hpanel.hostinger.com/'],
  ['googledomains.com', 'Squarespace', 'https://account.squarespace.com/domains'],
  ['vercel-dns.com', 'Vercel', 'https://vercel.com/dashboard/domains'],
] as const;

/** The name and page of a DNS host, by the domain of its name servers; undefined for an unknown host. */
export function dnsHost(servers: string | null): { name: string; url: string } | undefined {
  if (servers === null) return undefined;
  if (/(^|\.)awsdns-\d+\./.test(servers))
    return { name: 'Amazon Route 53', url: 'https://console.aws.amazon.com/route53/' };
  const known = hosts.find(([end]) => servers === end || servers.endsWith(`.${end}`));
  return known && { name: known[1], url: known[2] };
}
