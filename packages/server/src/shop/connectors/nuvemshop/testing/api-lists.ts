// The lists of the API: filters, pages and their headers. The documents give no order; the newest are first here.
import type { FastifyReply } from 'fastify';

/** The query of a list. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

/** An element of a list. Instants: milliseconds since 1970. */
export type ListedElement = { readonly id: number; readonly createdAt: number; readonly updatedAt: number };

const mostElements = 10_000;

/** The elements of a list that its filters leave. Instants are compared by the second. */
export function filtered<T extends ListedElement>(elements: readonly T[], query: ListQuery): T[] {
  const bound = (name: string): number | undefined => {
    const value = query[name];
    return value === undefined ? undefined : Math.floor(Date.parse(value) / 1_000);
  };
  const isWithin = (at: number, name: string): boolean => {
    const [min, max, second] = [bound(`${name}_min`), bound(`${name}_max`), Math.floor(at / 1_000)];
    return (min === undefined || second >= min) && (max === undefined || second <= max);
  };
  return elements
    .filter(({ id }) => query['since_id'] === undefined || id > Number(query['since_id']))
    .filter(({ createdAt, updatedAt }) => isWithin(createdAt, 'created_at') && isWithin(updatedAt, 'updated_at'))
    .toSorted((one, other) => other.id - one.id);
}

type PageOf<T> = {
  readonly query: ListQuery;
  readonly url: string;
  readonly toJson: (element: T) => object;
  readonly emptyIs404?: boolean;
};

/** Answers a page of a list. `emptyIs404`: as the list of checkouts is documented. */
export function sendPage<T>(
  reply: FastifyReply,
  elements: readonly T[],
  { query, url, toJson, emptyIs404 = false }: PageOf<T>,
): FastifyReply {
  const page = Number(query['page'] ?? 1);
  const perPage = Number(query['per_page'] ?? 30);
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(perPage) || perPage < 1 || perPage > 200) {
    return unprocessable(reply, { per_page: ['must be between 1 and 200'] });
  }
  if (page * perPage > mostElements) return unprocessable(reply, { page: ['page * per_page must be at most 10000'] });
  const last = Math.ceil(elements.length / perPage);
  if ((emptyIs404 && last === 0) || (page > 1 && page > last)) {
    return reply.code(404).send({ code: 404, message: 'Not Found', description: `Last page is ${last}` });
  }
  const link = (to: number, rel: string): string => {
    const search = new URLSearchParams(Object.entries({ ...query, page: String(to) }));
    return `<${url}?${search.toString()}>; rel="${rel}"`;
  };
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(Math.max(last, 1), 'last')];
  return reply
    .headers({ 'x-total-count': String(elements.length), link: links.join(', ') })
    .send(elements.slice((page - 1) * perPage, page * perPage).map(toJson));
}

/** The platform's answer to wrong members. */
export const unprocessable = (reply: FastifyReply, issues: object): FastifyReply =>
  reply.code(422).send({ code: 422, message: 'Unprocessable Entity', description: 'Validation error', ...issues });
