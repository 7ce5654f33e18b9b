/** The sign-in modal (specification, sections 2 and 8). */
export const SIGN_IN = {
  signIn: {
    title: 'Sign in',
    intro: 'Welcome back. Your saved RVs are where you left them.',
    submit: 'Sign In',
    switchText: "Don't have an account?",
    switchAction: 'Sign up',
  },
  register: {
    title: 'Create your account',
    intro: 'Free: your own analyses each month, the search, comparisons and saved RVs.',
    submit: 'Create Account',
    switchText: 'Already have an account?',
    switchAction: 'Sign in',
  },
  forgot: {
    ask: 'Forgot your password?',
    title: 'Set a new password',
    intro: 'We mail you a link by which you can set a new one.',
    submit: 'Send the Link',
    switchText: 'Remembered it?',
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
  notKept:
    'You were let in, but your browser does not keep you signed in. Please allow cookies for this site and try again.',
  connection: 'Connection error. Please try again.',
};

/** What a link of a mail opens. */
export const MAILED_LINK = {
  'reset-password': {
    title: 'Set a new password',
    intro: 'You will be signed out on every device.',
    password: 'New password',
    submit: 'Set the Password',
    another: 'Ask for a New Link',
  },
  'verify-email': {
    title: 'Is this your e-mail?',
    intro: 'You came by a link that we mailed to it.',
    submit: 'Yes, It Is Mine',
    signIn: 'Please sign in first, with the account that the mail is about.',
    notMine:
      'If you did not make this account, set your own password by "Forgot your password?" instead.',
  },
};
