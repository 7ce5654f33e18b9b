import * as account from './account.ts';
import { accuracy } from './accuracy.ts';
import { buyingDecision, comprehensiveAnalysis } from './analysis.ts';
import type { Call } from './call.ts';
import { rvMakes, rvModels, rvModelsOfMake, rvNames, rvTypes } from './catalogue.ts';
import * as contribution from './contribution.ts';
import * as data from './data.ts';
import { listingsByIds, saveRv, searchFacets, searchListings } from './listings.ts';
import * as mailedLinks from './mailed-links.ts';
import * as market from './market.ts';
import * as payments from './payments.ts';
import * as profile from './profile.ts';
import { valuationReport } from './report.ts';
import { listSavedRvs, removeSavedRv } from './saved-rvs.ts';
import * as staffCollection from './staff-collection.ts';
import * as staffData from './staff-data.ts';
import * as staffHealth from './staff-health.ts';

/** The specification's calls (section 7), in its order. */
export const SPECIFIED_CALLS: readonly Call[] = [
  account.currentUser,
  account.logout,
  account.login,
  account.register,
  contribution.contribute,
  account.subscriptionStatus,
  account.usage,
  account.trackAnalysisUsage,
  rvMakes,
  rvModelsOfMake,
  rvModels,
  rvTypes,
  comprehensiveAnalysis,
  market.marketAnalysis,
  market.marketTrends,
  market.depreciationByType,
  market.popularMakes,
  searchListings,
  market.marketData,
  data.refreshStatus,
  data.dataSources,
  data.algorithmStatus,
  data.contributionStats,
  data.scraperStats,
  data.scraperRun,
  data.scraperSpecific,
  buyingDecision,
  data.refreshData,
  saveRv,
  account.createSubscriptionIntent,
  account.createPaymentIntent,
  data.collectionStatus,
  data.collectAll,
  market.marketStories,
  account.getProfile,
  account.getSubscription,
  account.updateProfile,
  account.cancelSubscription,
];

/** Every call there is: the specification's, then what was added beyond it. */
export const CALLS: readonly Call[] = [
  ...SPECIFIED_CALLS,
  accuracy,
  account.logoutPage,
  account.resumeSubscription,
  profile.listSessions,
  profile.revokeSession,
  profile.getSettings,
  profile.updateSettings,
  profile.personalData,
  profile.changePassword,
  profile.deleteAccount,
  mailedLinks.requestPasswordReset,
  mailedLinks.resetPassword,
  mailedLinks.requestVerification,
  mailedLinks.verifyEmail,
  contribution.listContributions,
  contribution.removeContribution,
  rvNames,
  searchFacets,
  listingsByIds,
  market.generateStories,
  listSavedRvs,
  removeSavedRv,
  payments.stripeWebhook,
  payments.sandboxPay,
  payments.listPayments,
  payments.refundPayment,
  valuationReport,
  staffHealth.staffSources,
  staffHealth.staffRun,
  staffHealth.staffPipeline,
  staffHealth.staffAlerts,
  staffCollection.listCollections,
  staffCollection.cancelCollection,
  staffCollection.getSchedule,
  staffCollection.setSchedule,
  staffData.listDeadLetters,
  staffData.readDeadLetter,
  staffData.downloadDeadLetter,
  staffData.redriveAll,
  staffData.redriveOne,
  staffData.listRedrives,
  staffData.listAliases,
  staffData.decideAlias,
  staffData.listReplays,
  staffData.dataQuality,
];
