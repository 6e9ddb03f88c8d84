import { texts as settingsTexts } from '../../ui/settings-frame/texts.ts';
import type { IconName } from '../../ui/icons.tsx';
import type { Locale } from '../../ui/locale.tsx';
import { sectionsFor, type SettingsSection } from '../settings/sections.ts';
import { isNamedBy, type Choice } from './choice.ts';
import { texts, type SearchTexts } from './texts.ts';

type Can = (
  permission: 'changeSettings' | 'changeTeam' | 'seeActivity' | 'changeOrders' | 'editAutomations',
) => boolean;
type Viewer = {
  readonly storeId: string;
  readonly testOf: string | null;
  readonly locale: Locale;
  readonly can: Can;
};

/** What a page has, by the names of its texts; the values are the settings page that has it. */
const topics = {
  connectShop: 'platforms',
  pixKey: 'payments',
  pixLifetime: 'payments',
  quietHours: 'sending',
  sender: 'domains',
  instalments: 'prices',
  coupons: 'prices',
  connectWhatsapp: 'channels',
  invite: 'team',
  logo: 'appearance',
  freight: 'shipping',
  erase: 'privacy',
} as const satisfies Partial<Record<keyof SearchTexts, SettingsSection>>;

const pages = [
  { name: 'home', icon: 'home', path: '' },
  { name: 'automations', icon: 'flow', path: '/automations' },
  { name: 'templates', icon: 'list', path: '/automations/templates' },
  { name: 'runs', icon: 'run', path: '/runs' },
  { name: 'messages', icon: 'message', path: '/messages' },
  { name: 'checkouts', icon: 'cart', path: '/checkouts' },
  { name: 'orders', icon: 'receipt', path: '/orders' },
  { name: 'leads', icon: 'person', path: '/leads' },
  { name: 'inbox', icon: 'inbox', path: '/inbox' },
] as const satisfies readonly { name: keyof SearchTexts; icon: IconName; path: string }[];

const actions = [
  { name: 'makeLink', icon: 'link', path: '/checkouts/new', needs: 'changeOrders' },
  { name: 'makeAutomation', icon: 'plus', path: '/automations?create=yes', needs: 'editAutomations' },
  { name: 'inReview', icon: 'warning', path: '/orders?status=processing', needs: 'changeOrders' },
  { name: 'addTracking', icon: 'truck', path: '/orders?import=yes', needs: 'changeOrders' },
  { name: 'importFlow', icon: 'upload', path: '/automations/import', needs: 'editAutomations' },
] as const satisfies readonly { name: keyof SearchTexts; icon: IconName; path: string; needs: Parameters<Can>[0] }[];

/** The pages that the member may open, and what is on them. */
export function pageChoices({ storeId, testOf, locale, can }: Viewer): Choice[] {
  const t = texts[locale];
  const s = settingsTexts[locale];
  const permitted = sectionsFor({ can, testOf });
  const choice = (id: string, path: string, icon: IconName, title: string, detail: string): Choice => ({
    id: `page-${id}`,
    to: path,
    icon,
    title,
    detail,
    subject: { kind: 'pages' },
  });
  return [
    ...pages.map(({ name, icon, path }) => choice(name, `/${storeId}${path}`, icon, t[name], '')),
    choice('account', '/account', 'lock', t.account, ''),
    ...permitted.map(({ name, icon }) =>
      choice(`settings-${name}`, `/${storeId}/settings/${name}`, icon, s[name], s.title),
    ),
    ...Object.entries(topics).flatMap(([topic, section]) => {
      const page = permitted.find(({ name }) => name === section);
      const title = t[topic as keyof typeof topics];
      return page
        ? [choice(topic, `/${storeId}/settings/${section}`, page.icon, title, `${s.title} › ${s[section]}`)]
        : [];
    }),
  ];
}

/** What the member may do. */
export const actionChoices = ({ storeId, locale, can }: Viewer): Choice[] =>
  actions
    .filter(({ needs }) => can(needs))
    .map(({ name, icon, path }) => ({
      id: `action-${name}`,
      to: `/${storeId}${path}`,
      icon,
      title: texts[locale][name],
      detail: '',
      subject: { kind: 'actions' },
    }));

/** The pages and actions that a search names. */
export const ownChoices = (search: string, viewer: Viewer): Choice[] =>
  [...pageChoices(viewer), ...actionChoices(viewer)].filter(({ title, detail }) =>
    isNamedBy(search, `${title} ${detail}`),
  );
