export { SignInPage } from './sign-in-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { NewPasswordPage } from './new-password-page.tsx';
export { AccountPage } from './account-page.tsx';
export { InvitationPage } from './invitation-page.tsx';
