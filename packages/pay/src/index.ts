export type { Locale } from './locale.ts';
export { pickLocale } from './locale.ts';
export { contentSecurityPolicy } from './style.ts';
export type * from './view.ts';
export { renderCheckout } from './views/checkout.ts';
export { renderNotice } from './views/notice.ts';
