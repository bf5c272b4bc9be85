import type { BusinessConfigCreate } from "./business-config.ts";

// Without zod, so that the browser doesn't have to load it.

/** A kind of business, and the configuration that applying it creates. */
export interface BusinessPreset extends Omit<BusinessConfigCreate, "businessType"> {
  name: string;
  description: string;
}

/** The four presets by `businessType`, in the order of their cards. */
export const businessPresets = {
  retail: {
    name: "Retail",
    description: "Shops and online stores: products, prices, orders and returns.",
    settings: {
      productCatalogEnabled: true,
      pricingManagementEnabled: true,
      inventoryTrackingEnabled: true,
      orderManagementEnabled: true,
    },
    templateSettings: {
      productInquiry: "Hello! I can help you with questions about our products. What are you looking for?",
      pricingInquiry: "Hello! I can help you with our prices. Which product would you like a price for?",
      orderStatus: "Hello! I can help you with the status of your order. What would you like to know?",
    },
    workflowSettings: {
      customerSupport: ["product_info", "pricing", "orders", "returns"],
      internal: ["inventory", "suppliers", "marketing"],
    },
  },
  insurance: {
    name: "Insurance",
    description: "Insurers and brokers: policies, claims, cover and payments.",
    settings: {
      policyManagementEnabled: true,
      claimsProcessingEnabled: true,
      riskAssessmentEnabled: true,
      complianceTrackingEnabled: true,
    },
    templateSettings: {
      policyInquiry: "Hello! I can help you with questions about your policy. What would you like to know?",
      claimSubmission: "Hello! I can help you with submitting a claim. What happened?",
      riskAssessment: "Hello! I can help you with questions about risk assessment. What shall we look at?",
    },
    workflowSettings: {
      customerSupport: ["policies", "claims", "coverage", "payments"],
      internal: ["underwriting", "compliance", "risk_management"],
    },
  },
  medical_aid: {
    name: "Medical Aid",
    description: "Medical schemes: members, benefits, claims and providers.",
    settings: {
      memberManagementEnabled: true,
      benefitsTrackingEnabled: true,
      providerNetworkEnabled: true,
      claimsProcessingEnabled: true,
    },
    templateSettings: {
      memberInquiry: "Hello! I can help you with your membership and benefits. What would you like to know?",
      claimStatus: "Hello! I can help you with questions about your claim. What would you like to know?",
      providerSearch: "Hello! I can help you find a provider in our network. Who are you looking for?",
    },
    workflowSettings: {
      customerSupport: ["benefits", "claims", "providers", "membership"],
      internal: ["medical_schemes", "provider_relations", "compliance"],
    },
  },
  financial_services: {
    name: "Financial Services",
    description: "Banks and advisers: accounts, transactions, loans and investments.",
    settings: {
      accountManagementEnabled: true,
      transactionTrackingEnabled: true,
      investmentPortfolioEnabled: true,
      complianceMonitoringEnabled: true,
    },
    templateSettings: {
      accountInquiry: "Hello! I can help you with questions about your account. What would you like to know?",
      investmentAdvice: "Hello! I can help you with questions about investments. What are you interested in?",
      loanApplication: "Hello! I can help you with applying for a loan. What would you like to know?",
    },
    workflowSettings: {
      customerSupport: ["accounts", "transactions", "loans", "investments"],
      internal: ["compliance", "risk_management", "financial_planning"],
    },
  },
} satisfies Record<string, BusinessPreset>;

export type BusinessType = keyof typeof businessPresets;

/** By flag name: the templates and customer-support steps on its topic, which the flag switches on and off. */
export const flagTopics: Record<string, { templates: string[]; steps: string[] }> = {
  productCatalogEnabled: { templates: ["productInquiry"], steps: ["product_info"] },
  pricingManagementEnabled: { templates: ["pricingInquiry"], steps: ["pricing"] },
  orderManagementEnabled: { templates: ["orderStatus"], steps: ["orders", "returns"] },
  policyManagementEnabled: { templates: ["policyInquiry"], steps: ["policies", "coverage", "payments"] },
  claimsProcessingEnabled: { templates: ["claimSubmission", "claimStatus"], steps: ["claims"] },
  riskAssessmentEnabled: { templates: ["riskAssessment"], steps: [] },
  memberManagementEnabled: { templates: ["memberInquiry"], steps: ["membership"] },
  benefitsTrackingEnabled: { templates: [], steps: ["benefits"] },
  providerNetworkEnabled: { templates: ["providerSearch"], steps: ["providers"] },
  accountManagementEnabled: { templates: ["accountInquiry"], steps: ["accounts"] },
  transactionTrackingEnabled: { templates: [], steps: ["transactions"] },
  investmentPortfolioEnabled: { templates: ["investmentAdvice"], steps: ["investments"] },
};

/** A question that a customer may ask, by step of the customer-support workflow. */
export const stepQuestions: Record<string, string> = {
  product_info: "What products do you have?",
  pricing: "What do your products cost?",
  orders: "How do I follow my order?",
  returns: "How do I return something?",
  policies: "What does my policy say?",
  claims: "How do I submit a claim?",
  coverage: "What am I covered for?",
  payments: "How do I pay my premium?",
  benefits: "What benefits are there?",
  providers: "Which doctors and hospitals are in the network?",
  membership: "How do I become a member?",
  accounts: "How do I open an account?",
  transactions: "How do I make a payment?",
  loans: "How do I apply for a loan?",
  investments: "What investments do you offer?",
};
