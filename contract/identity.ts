import { z } from "zod";
import { Id, Line, lineUpTo, Paging, Person, Role, TimeZone, Timestamp } from "./common.ts";
import { maxPictureBytes } from "./limits.ts";

const Email = z.string().trim().max(254).pipe(z.email("Enter a valid email address."));
const Name = lineUpTo(100, "the name");
/** Emails to people who don't know the organization contain its name, and mail programs make links of addresses. */
const webAddress = /:\/\/|\bwww\.|\.\p{L}{2,}\//iu;
const OrganizationName = lineUpTo(200, "the organization's name")
  .min(1, "Enter a name for the organization.")
  .refine((name) => !webAddress.test(name.normalize("NFKC")), "Enter a name without a web address.");
const Password = z
  .string()
  .min(8, "Use at least 8 characters for the password.")
  .max(200, "Use at most 200 characters for the password.");

/** A calendar day YYYY-MM-DD in the past. */
const DateOfBirth = z.iso
  .date("Enter the date as YYYY-MM-DD.")
  .refine((day) => day <= new Date().toISOString().slice(0, 10), "The date of birth can't be in the future.");

export const SignUp = z.object({
  email: Email,
  password: Password,
  firstName: Name.optional(),
  lastName: Name.optional(),
  organizationName: OrganizationName.optional(),
  /** Of the new organization; absent: UTC. */
  timeZone: TimeZone.optional(),
  /** The token of an invitation's link: the new user joins that organization. */
  invitation: Line.max(100).optional(),
});
export type SignUp = z.infer<typeof SignUp>;

export const SignIn = z.object({ email: Email, password: z.string().min(1).max(200) });
export type SignIn = z.infer<typeof SignIn>;

export const PasswordChange = z.object({
  currentPassword: z.string().min(1, "Enter your current password.").max(200),
  newPassword: Password,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** Confirms who is signed in, before a change that adds a way into the account. */
export const Reauthentication = z.object({ password: z.string().min(1, "Enter your password.").max(200) });

/** The reply to a sign-up where email is set up, whether or not the address has an account already. */
export const SignUpPending = z.object({ status: z.literal("confirm_email") });
export type SignUpPending = z.infer<typeof SignUpPending>;

/** `token` is from the link. */
export const EmailConfirmation = z.object({ token: Line.min(1).max(100) });

/** `password` is needed in a browser other than the one that signed up. */
export const SignUpConfirmation = EmailConfirmation.extend({
  password: z.string().min(1).max(200).optional(),
});
export type SignUpConfirmation = z.infer<typeof SignUpConfirmation>;

export const PasswordResetRequest = z.object({ email: Email });

/** `token` is from the link. */
export const PasswordReset = z.object({ token: Line.min(1).max(100), newPassword: Password });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** How people can sign in besides their password. */
export const SignInMethods = z.object({ singleSignOn: z.boolean(), passkeys: z.boolean() });
export type SignInMethods = z.infer<typeof SignInMethods>;

/** The redirect URI that is registered with the single sign-on provider. */
export const singleSignOnCallback = "/api/auth/single-sign-on/callback";

export const SingleSignOnStart = z.object({ invitation: Line.max(100).optional() });

/** The provider's page, which the browser opens next. */
export const SingleSignOnAddress = z.object({ address: z.url() });
export type SingleSignOnAddress = z.infer<typeof SingleSignOnAddress>;

export const SignInState = z.object({
  hasPassword: z.boolean(),
  isConnected: z.boolean(),
  /** The provider's accounts that can sign in to this one. */
  connections: z.array(
    z.object({
      id: Id,
      /** The account's email address at the provider, where it has one. */
      label: z.string().nullable(),
      createdAt: Timestamp,
    }),
  ),
  /** Email is set up, and the address has not been verified yet. */
  needsVerification: z.boolean(),
});
export type SignInState = z.infer<typeof SignInState>;

/** Why single sign-on failed; the sign-in page explains it. */
export const SingleSignOnProblem = z.enum([
  "unreachable",
  "refused",
  "email_missing",
  "email_taken",
  "email_unverified",
  "identity_taken",
  "invitation_required",
  "invitation_invalid",
]);
export type SingleSignOnProblem = z.infer<typeof SingleSignOnProblem>;

export const OrganizationMembership = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  /** The organization requires a second factor, and this session was started without one. */
  needsSecondFactor: z.literal(true).optional(),
});
export type OrganizationMembership = z.infer<typeof OrganizationMembership>;

export const User = Person.extend({
  profileImageUrl: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  organizations: z.array(OrganizationMembership),
});
export type User = z.infer<typeof User>;

/** The profile is replaced as a whole: an absent field becomes empty. */
export const ProfileUpdate = z.object({
  firstName: Name.optional(),
  lastName: Name.optional(),
  dateOfBirth: DateOfBirth.optional(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** A PNG or JPEG file as base64. */
export const PictureUpload = z.object({
  data: z
    .base64("Send the picture as base64.")
    .max(Math.ceil(maxPictureBytes / 3) * 4, "Choose a picture of at most 256 kB."),
});

/** Whether this user may create an organization. */
export const OrganizationCreation = z.object({ allowed: z.boolean() });
export type OrganizationCreation = z.infer<typeof OrganizationCreation>;

/** Without a time zone, days are counted in UTC. */
export const OrganizationCreate = z.object({ name: OrganizationName, timeZone: TimeZone.optional() });
export type OrganizationCreate = z.infer<typeof OrganizationCreate>;

export const OrganizationRename = OrganizationCreate.pick({ name: true });

/** Confirms a deletion: the organization's name, or the account's email address. */
export const OrganizationDeletion = z.object({ name: z.string().trim() });
export const AccountDeletion = z.object({ email: z.string().trim() });

/** Invites someone, but never as an owner: only an owner can promote a member to that role. */
export const InvitationCreate = z.object({ email: Email, role: Role.exclude(["owner"]).default("agent") });
export type InvitationCreate = z.infer<typeof InvitationCreate>;

/** The link is shown only once. `isMailed`: it was also sent by email. */
export const Invitation = z.object({
  email: z.string(),
  role: Role,
  link: z.url(),
  expiresAt: Timestamp,
  isMailed: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation that no one has accepted yet. */
export const PendingInvitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type PendingInvitation = z.infer<typeof PendingInvitation>;

/** The token of an invitation's link, to look it up or to accept it. */
export const InvitationToken = z.object({ invitation: Line.min(1).max(100) });

/** An invitation's details, for the page that its link opens. */
export const InvitationDetails = z.object({
  organizationName: z.string(),
  email: z.string(),
  role: Role,
  /** A name or an email address; null when the inviter no longer has an account. */
  inviter: z.string().nullable(),
});
export type InvitationDetails = z.infer<typeof InvitationDetails>;

export const Member = Person.extend({ profileImageUrl: z.string().nullable(), role: Role });
export type Member = z.infer<typeof Member>;

export const MemberListQuery = Paging.extend({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

export const RoleChange = z.object({ role: Role });
