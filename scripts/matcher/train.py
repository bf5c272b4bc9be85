"""Goes on from pretrain.py with the units of real answers, and writes the product's matcher and those of the folds: train.py DIR"""

import json
import os
import random
import sys

import numpy as np
import torch
import torch.nn.functional as F

from network import MAX_QUESTION, ROOT, Matcher, read_questions, read_texts, rows_of, take_step

EPOCHS, CASES_PER_STEP, RATE, BEST, UNITS, FOLDS = 2, 12, 7e-4, 6, 14, 3
folder = sys.argv[1]


def question_of(case):
    question, earlier = case["question"], case["earlier"]
    return [(question[part] + earlier[part])[:MAX_QUESTION] for part in (0, 1)]


def sample(units):
    """The best units, some others, and one that is right if there is any."""
    chosen = list(range(len(units)))
    if len(units) > UNITS:
        chosen = list(range(BEST)) + random.sample(range(BEST, len(units)), UNITS - BEST)
        right = [at for at, unit in enumerate(units) if unit["isRight"]]
        if right and not any(at in chosen for at in right):
            chosen[-1] = right[0]
    return [units[at] for at in chosen]


def scores(net, cases, units):
    questions = read_questions([question_of(case) for case in cases])
    texts = read_texts([(unit["heading"], unit["text"]) for own in units for unit in own])
    rows = torch.tensor([at for at, own in enumerate(units) for _ in own])
    return net(rows_of(questions, rows), texts, net.encode_questions(questions)[rows], net.encode_texts(texts)), rows


def loss_of(found, right, weight):
    # Written as for the softmax of the ranking: the likelihood that a right unit comes first.
    ranking = torch.logsumexp(found, 0) - torch.logsumexp(found[right > 0], 0) if right.sum() > 0 else 0
    return weight * (ranking + 0.05 * F.binary_cross_entropy_with_logits(found, right, reduction="sum"))


def train(cases):
    random.seed(2), torch.manual_seed(2)
    net = Matcher()
    net.load_state_dict(torch.load(f"{folder}/pretrained.pt"))
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    cases, steps, step = list(cases), EPOCHS * len(cases) // CASES_PER_STEP, 0
    for _ in range(EPOCHS):
        random.shuffle(cases)
        for start in range(0, len(cases) - CASES_PER_STEP, CASES_PER_STEP):
            batch = cases[start : start + CASES_PER_STEP]
            units = [sample(case["units"]) for case in batch]
            found, rows = scores(net, batch, units)
            right = torch.tensor([float(unit["isRight"]) for own in units for unit in own])
            weights = [0.3 if case["isForeign"] else 1 if case["isEveryday"] else 0.4 for case in batch]
            loss = sum(loss_of(found[rows == at], right[rows == at], weight) for at, weight in enumerate(weights)) / len(batch)
            take_step(optimizer, net, loss, RATE * min(1, step / 40) * max(0.03, 1 - step / steps))
            step += 1
    return net.eval()


def report(net, cases):
    usable = [case for case in cases if case["isEveryday"] and not case["isForeign"] and any(u["isRight"] for u in case["units"])]
    hits = {share: 0 for share in (0, 0.4, 0.6, 0.8)}
    with torch.no_grad():
        for case in usable:
            found = scores(net, [case], [case["units"]])[0].numpy()
            for share in hits:
                best = int(np.argmax([unit["score"] + share * value for unit, value in zip(case["units"], found)]))
                hits[share] += case["units"][best]["isRight"]
    print({share: f"{count / len(usable):.1%} of {len(usable)}" for share, count in hits.items()}, flush=True)


cases = [json.loads(line) for line in open(f"{folder}/cases.jsonl")]
cases = [case for case in cases if case["units"] and case["question"][0]]
for fold in range(FOLDS):
    net = train([case for case in cases if case["fold"] != fold])
    report(net, [case for case in cases if case["fold"] == fold])
    net.write(os.path.join(ROOT, f"evals/answers/matchers/fold-{fold}.bin"))
train(cases).write(os.path.join(ROOT, "server/answering/extractive/data/matcher.bin"))
