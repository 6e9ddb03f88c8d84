import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { Missing, NoStore } from './not-found.tsx';
import { NoAnswer } from './offline.tsx';
import { goToStore, requireSession } from './session.ts';
import { Shell } from './shell.tsx';

/** The query of a page as plain texts; each page validates its own. */
const validateSearch = (search: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing });
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: Shell,
});

const open = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch });
const page = <Path extends string>(path: Path, component: RouteComponent, staticData: StaticDataRouteOption = {}) =>
  createRoute({ getParentRoute: () => signedIn, path, component, validateSearch, staticData });

const account = () => import('../features/members/account/index.ts');
const home = () => import('../features/automations/home/index.ts');
const automations = () => import('../features/automations/index.ts');
const editor = () => import('../features/automations/editor/index.ts');
const runs = () => import('../features/automations/runs/index.ts');
const orders = () => import('../features/shop/index.ts');
const selling = () => import('../features/providers/selling/selling-page.tsx');
const settings = () => import('./settings/index.ts');

const routeTree = root.addChildren([
  open('/sign-in', lazyRouteComponent(account, 'SignInPage')),
  open('/forgot-password', lazyRouteComponent(account, 'ForgotPasswordPage')),
  open('/password', lazyRouteComponent(account, 'NewPasswordPage')),
  open('/invitation', lazyRouteComponent(account, 'InvitationPage')),
  signedIn.addChildren([
    createRoute({ getParentRoute: () => signedIn, path: '/', beforeLoad: goToStore, component: NoStore }),
    page('/account', lazyRouteComponent(account, 'AccountPage')),
    page('/$storeId', lazyRouteComponent(home, 'HomePage')),
    page('/$storeId/selling', lazyRouteComponent(selling, 'SellingPage')),
    page('/$storeId/automations', lazyRouteComponent(automations, 'AutomationsPage')),
    page('/$storeId/automations/templates', lazyRouteComponent(automations, 'TemplatesPage')),
    page('/$storeId/automations/import', lazyRouteComponent(automations, 'ImportPage')),
    page('/$storeId/automations/$automationId', lazyRouteComponent(editor, 'EditorPage'), { isFullScreen: true }),
    page('/$storeId/automations/$automationId/results', lazyRouteComponent(runs, 'ResultsPage')),
    page('/$storeId/runs', lazyRouteComponent(runs, 'RunsPage')),
    page('/$storeId/runs/$runId', lazyRouteComponent(runs, 'RunPage')),
    page('/$storeId/customer', lazyRouteComponent(runs, 'CustomerPage')),
    page('/$storeId/messages', lazyRouteComponent(runs, 'MessagesPage')),
    page('/$storeId/checkouts', lazyRouteComponent(orders, 'CheckoutsPage')),
    page('/$storeId/checkouts/new', lazyRouteComponent(orders, 'NewLinkPage')),
    page('/$storeId/checkouts/$checkoutId', lazyRouteComponent(orders, 'CheckoutPage')),
    page('/$storeId/orders', lazyRouteComponent(orders, 'OrdersPage')),
    page('/$storeId/orders/$orderId', lazyRouteComponent(orders, 'OrderPage')),
    page('/$storeId/leads', lazyRouteComponent(orders, 'LeadsPage')),
    page('/$storeId/inbox', lazyRouteComponent(orders, 'InboxPage')),
    page('/$storeId/settings', lazyRouteComponent(settings, 'SettingsPage')),
    page('/$storeId/settings/$section', lazyRouteComponent(settings, 'SettingsPage')),
  ]),
]);

const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
const stringifySearch = (search: Record<string, string | undefined>): string => {
  const provided = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return provided.length > 0 ? `?${new URLSearchParams(provided)}` : '';
};

/** Every page of the panel and its address, below `/panel`; the query is plain text, without JSON's quotation marks. */
export const router = createRouter({
  routeTree,
  basepath: '/panel',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: NoAnswer,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page fills the window: it has no sections beside it, and its own way back. */
    isFullScreen?: boolean;
  }
}
