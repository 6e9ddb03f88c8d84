export { CheckoutsPage } from './checkouts/checkouts-page.tsx';
export { CheckoutPage } from './checkouts/checkout-page.tsx';
export { OrdersPage } from './orders/orders-page.tsx';
export { OrderPage } from './orders/order-page.tsx';
export { LeadsPage } from './leads/leads-page.tsx';
export { InboxPage } from './inbox/inbox-page.tsx';
export { NewLinkPage } from './payment-link/new-link-page.tsx';
