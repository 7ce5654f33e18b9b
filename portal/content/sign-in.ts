/** The sign-in modal (specification, sections 2 and 8). */
export const SIGN_IN = {
  signIn: {
    title: 'Sign in',
    intro: 'Welcome back. Your analyses and saved RVs are where you left them.',
    submit: 'Sign In',
    switchText: "Don't have an account?",
    switchAction: 'Sign up',
  },
  register: {
    title: 'Create your account',
    intro: 'Free, with more analyses each month and the market pages.',
    submit: 'Create Account',
    switchText: 'Already have an account?',
    switchAction: 'Sign in',
  },
  firstName: 'First name',
  lastName: 'Last name',
  lastNameHint: 'Optional',
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  pending: 'Please wait...',
  close: 'Close',
  failed: 'Authentication failed',
  connection: 'Connection error. Please try again.',
};
