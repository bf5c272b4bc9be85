import { expect, test } from "vitest";
import { clockTimesIn } from "./clock-times.ts";

test.each([
  ["half past eleven at night", [[1_410]]],
  ["from quarter to six till 7 pm", [[345, 1_065], [1_140]]],
  ["08:00 or 21h30", [[480], [1_290]]],
  ["2 at night, 9 in the morning or 12 o'clock", [[120], [540], [0, 720]]],
  ["are you open at 5 on fridays", [[300, 1_020]]],
  ["which is open at 5 branches", []],
  ["12 months, 8 people, 30 am", []],
])("%s", (text, minutes) => {
  expect(clockTimesIn(text).map((time) => time.minutes)).toEqual(minutes);
});
