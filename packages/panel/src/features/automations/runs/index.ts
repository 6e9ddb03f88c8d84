export { RunsPage } from './runs-page.tsx';
export { RunPage } from './run-page.tsx';
export { ResultsPage } from './results-page.tsx';
export { MessagesPage } from './messages-page.tsx';
export { CustomerPage } from './customer-page.tsx';
