/**
 * English words that people ask by and documents answer with: work and leave, pay, insurance and
 * health, shopping and support. Each line is one meaning. Written by hand from general usage, not
 * from any question set; a word stands for another at a part of its weight (see expand.ts).
 */
const lines = `
leave vacation holiday pto absence
sick ill illness sickness disease unwell
salary pay wage remuneration compensation earnings
payday salary wage
payslip paystub
bonus incentive reward
raise increase rise
employee staff worker personnel colleague teammate
employer company organization firm business
manager supervisor boss
dismiss fire terminate dismissal termination layoff retrenchment redundancy
resign quit resignation notice
hire recruit recruitment appoint appointment employment
job position role vacancy occupation profession
retire retirement pension
train training course learning education
overtime
lunch meal
break rest interval pause
clothing clothes dress wear uniform attire
smoke tobacco cigarette
alcohol liquor drunk intoxicate
harassment bully
remote telework telecommute home
laptop computer pc device
pregnant pregnancy maternity
paternity parental father
baby infant newborn
child kid dependent
parent parental mother father
mother mom mum maternity
father dad paternity
spouse partner husband wife
death die deceased bereavement
funeral burial
doctor physician practitioner clinician medical
note certificate letter
nurse healthcare
hospital clinic
medicine medication drug prescription
vaccine vaccination immunization inoculation shot
infect infection contagious
spread transmit transmission catch
symptom sign
cure treatment treat therapy remedy
dangerous risk danger hazard unsafe
protect prevent protection prevention safeguard
test check examine screening
dentist dental tooth teeth
eye vision optical glasses spectacles
insurance cover coverage insured
premium contribution
deductible excess
copay copayment
claim
accident crash collision incident
injury injure hurt wound
theft steal stolen burglary robbery
damage harm loss
car vehicle automobile motor
bicycle bike cycle
petrol gasoline fuel
bottle cylinder canister
rent lease tenancy
house home residence dwelling property
buy purchase order
sell sale
price cost fee charge rate amount expense
cheap affordable inexpensive
discount rebate reduction
free complimentary
refund reimburse reimbursement repay
instalment installment
voucher coupon
return exchange
deliver ship delivery shipping shipment dispatch
cancel cancellation
guarantee warranty
broken defective faulty damaged
invoice bill statement receipt
pay payment
debt owe outstanding arrears
money fund cash finance
tax vat
customer client
supplier vendor provider
shop store outlet
phone telephone mobile cell cellphone call
email mail
website site online internet web
password login credentials signin
account profile
complaint complain grievance dispute
help assist support assistance aid
problem issue trouble difficulty fault error
fix repair resolve solve
answer reply respond response
ask request inquire enquire query
apply application
contact reach
allow permit permission authorize approve approval consent
forbid prohibit ban disallow
need require requirement necessary mandatory must
rule policy regulation guideline
law legislation statute act legal
duty responsibility obligation responsible
entitle eligible eligibility qualify entitlement
begin start commence
end finish stop cease expire conclude
deadline due
length duration period
weekend saturday sunday
weigh weight
high height tall
wide width
deep depth
big large huge great
small little tiny minor
fast quick rapid speedy
old age aged elderly
get obtain receive acquire gain
give provide supply offer grant
send submit forward
show display demonstrate indicate
choose select pick opt
change modify alter amend adjust
update revise
remove delete erase
create make build produce construct
keep retain maintain hold
use utilize
share disclose
collect gather
store save
data information
secure security safe safety
travel trip journey
country nation
city town
building facility premises
meet meeting
write author writer
win defeat beat victory
kill murder
happen occur
cause reason
result outcome consequence effect
goal aim objective purpose
important significant
advantage benefit
disadvantage drawback
difference differ distinguish
fight combat
live reside
near close nearby
lots many numerous several
famous known renowned
movie film
`;

let index: Map<string, string[]> | undefined;

/** Words that mean about the same as an English word; lower case, not stemmed. */
export function synonymsOf(word: string, stem: (word: string) => string): string[] {
  if (index === undefined) {
    index = new Map();
    for (const line of lines.trim().split("\n")) {
      const group = line.split(" ");
      for (const member of group) {
        const key = stem(member);
        const others = group.filter((other) => stem(other) !== key);
        index.set(key, [...(index.get(key) ?? []), ...others]);
      }
    }
  }
  return index.get(stem(word)) ?? [];
}
